const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Whole seconds for people, in the two largest units: `42 s`, `5 min`, `2 h 5 min`, `3 d 1 h`. */
export function secondsInWords(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return twoUnits(seconds, MINUTE_S, 'min', 1, 's');
  if (seconds < DAY_S) return twoUnits(seconds, HOUR_S, 'h', MINUTE_S, 'min');
  return twoUnits(seconds, DAY_S, 'd', HOUR_S, 'h');
}

function twoUnits(seconds: number, largeS: number, large: string, smallS: number, small: string): string {
  const rest = Math.floor((seconds % largeS) / smallS);
  const first = `${Math.floor(seconds / largeS)} ${large}`;
  return rest === 0 ? first : `${first} ${rest} ${small}`;
}

import { useEffect, useState } from 'react';
import { liveNumbers } from './live-numbers.ts';

/** Panels that React draws follow the live numbers this often, milliseconds; whatever moves faster is drawn past it. */
const FOLLOW_MS = 250;

/** The newest numbers for a panel, which is drawn again when there are newer ones. */
export function useLive() {
  const [, setVersion] = useState(liveNumbers.version);
  useEffect(() => {
    const timer = window.setInterval(() => setVersion(liveNumbers.version), FOLLOW_MS);
    return () => window.clearInterval(timer);
  }, []);
  return liveNumbers;
}

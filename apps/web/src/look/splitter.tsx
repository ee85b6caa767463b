import type { PointerEvent } from 'react';

/** How far an arrow key moves it, pixels. */
const STEP = 16;

type Props = {
  readonly label: string;
  /** `x` stands between left and right, `y` between above and below; the panel that is sized is at the right or below. */
  readonly axis: 'x' | 'y';
  /** Pixels; null: the size that the window's width gives. */
  readonly size: number | null;
  readonly range: readonly [least: number, most: number];
  /** The size at present, pixels. */
  readonly measure: () => number;
  readonly onSize: (size: number | null) => void;
};

/** The edge of a panel, to be dragged or moved with arrow keys; a double-click brings the first size back. */
export function Splitter({ label, axis, size, range: [least, most], measure, onSize }: Props) {
  const set = (wanted: number) => onSize(Math.round(Math.max(least, Math.min(most, wanted))));
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    const { currentTarget: handle, pointerId } = event;
    const place = (at: { readonly clientX: number; readonly clientY: number }) =>
      axis === 'x' ? at.clientX : at.clientY;
    const from = measure() + place(event);
    const move = (moved: globalThis.PointerEvent) => set(from - place(moved));
    handle.setPointerCapture(pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const [larger, smaller] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return (
    <hr
      className={`splitter ${axis}`}
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size ?? least}
      aria-valuetext={size === null ? 'its first size' : `${size} pixels`}
      onPointerDown={drag}
      onDoubleClick={() => onSize(null)}
      onKeyDown={({ key }) => {
        if (key === larger) set(measure() + STEP);
        if (key === smaller) set(measure() - STEP);
        if (key === 'Enter') onSize(null);
      }}
    />
  );
}

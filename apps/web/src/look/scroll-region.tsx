import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  /** Told whenever it was scrolled, whether its beginning is in view. */
  readonly onScroll?: (isAtTop: boolean) => void;
};

/** A part of the page that scrolls: it has a name, and the keys reach it. */
export function ScrollRegion({ label, className, children, onScroll }: Props) {
  return (
    <section
      className={className}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys (WCAG 2.1.1).
      tabIndex={0}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop < 1)}
    >
      {children}
    </section>
  );
}

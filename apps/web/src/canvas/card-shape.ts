/** Sizes of a node card in canvas units; the overlay draws by them, so they are stated here and in canvas.css alike. */
export const CARD = {
  width: 200,
  windowWidth: 256,
  headHeight: 47,
  windowHeadHeight: 61,
  liveHeight: 28,
  factsHeight: 21,
  stripHeight: 34,
  /** From the end of the live line to the top of the strip. */
  stripOffset: 24,
  windowHeight: 61 + 28 + 82,
  sparkLeft: 108,
} as const;

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where a card's sparkline is drawn, from the card's corner. */
export function sparkBox(isWindow: boolean): Box {
  const [width, top] = isWindow ? [CARD.windowWidth, CARD.windowHeadHeight] : [CARD.width, CARD.headHeight];
  return { x: CARD.sparkLeft, y: top + 6, width: width - CARD.sparkLeft - 10, height: 17 };
}

/** Where a window's open panes are drawn. */
export function stripBox(): Box {
  const y = CARD.windowHeadHeight + CARD.liveHeight + CARD.stripOffset;
  return { x: 10, y, width: CARD.windowWidth - 20, height: CARD.stripHeight };
}

export function cardSize(isWindow: boolean): { readonly width: number; readonly height: number } {
  return isWindow
    ? { width: CARD.windowWidth, height: CARD.windowHeight }
    : { width: CARD.width, height: CARD.headHeight + CARD.liveHeight + CARD.factsHeight };
}

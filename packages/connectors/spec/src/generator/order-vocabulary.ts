/** What the shop sells: prices in cents, `weight` is how many of a hundred orders it has. */
export const PRODUCTS = [
  { name: 'Espresso beans 1 kg', priceCents: 1_790, weight: 24 },
  { name: 'Paper filters 100', priceCents: 490, weight: 19 },
  { name: 'Travel mug', priceCents: 1_690, weight: 15 },
  { name: 'Burr grinder', priceCents: 8_900, weight: 11 },
  { name: 'Pour-over kettle', priceCents: 4_990, weight: 11 },
  { name: 'Milk jug 0.6 l', priceCents: 1_490, weight: 9 },
  { name: 'Cold brew bottle', priceCents: 2_990, weight: 7 },
  { name: 'Descaler 500 ml', priceCents: 990, weight: 4 },
] as const;

/** `weight`: how many of a hundred orders are in that state. */
export const STATUSES = [
  { name: 'paid', weight: 58 },
  { name: 'placed', weight: 22 },
  { name: 'shipped', weight: 12 },
  { name: 'cancelled', weight: 8 },
] as const;

/** How many customers there are; a tenth of them place half of the orders. */
export const CUSTOMERS = 2_000;

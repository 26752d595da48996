import type { OrderId } from '../../contract/ids.ts';

/** Number of colours that distinguish patients. */
export const colourCount = 8;

/** Orders of one morning have neighbouring numbers, so their last digits spread them over the colours. */
const wishOf = (orderId: OrderId): number =>
  [...orderId.slice(-4)].reduce((sum, character) => sum * 10 + character.charCodeAt(0), 0) % colourCount;

/** The colours of open consultations, by order id. */
export type Colours = Readonly<Record<string, number>>;

export const colourOf = (colours: Colours, orderId: OrderId): number => colours[orderId] ?? wishOf(orderId) + 1;

/**
 * Gives each open consultation a colour that no other has, while there are colours left. An assigned colour never
 * changes, because doctors recognise the patient by it.
 */
export function coloured(colours: Colours, open: readonly OrderId[]): Colours {
  const given = new Map<OrderId, number>();
  const taken = new Set<number>();
  const give = (orderId: OrderId, colour: number) => {
    given.set(orderId, colour);
    taken.add(colour);
  };
  for (const orderId of open) {
    const known = colours[orderId];
    if (known !== undefined && !taken.has(known)) give(orderId, known);
  }
  for (const orderId of open) {
    if (given.has(orderId)) continue;
    const wish = colourOf(colours, orderId);
    const inTurn = Array.from({ length: colourCount }, (_, step) => ((wish - 1 + step) % colourCount) + 1);
    give(orderId, inTurn.find((one) => !taken.has(one)) ?? wish);
  }
  return Object.fromEntries(given);
}

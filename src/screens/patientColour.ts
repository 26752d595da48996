import { createContext, useContext } from 'react';
import type { OrderId } from '../../contract/ids.ts';

const count = 8;

/** Orders of one morning have neighbouring numbers, so the last digits spread them over the colours. */
const wishOf = (orderId: OrderId): number =>
  [...orderId.slice(-4)].reduce((sum, character) => sum * 10 + character.charCodeAt(0), 0) % count;

/** Gives each consultation one of eight colours that no other open one has, as long as there are any left. */
export function patientColours() {
  const given = new Map<OrderId, number>();
  return {
    of(orderId: OrderId): number {
      const known = given.get(orderId);
      if (known !== undefined) return known;
      const taken = new Set(given.values());
      const wish = wishOf(orderId);
      const inTurn = Array.from({ length: count }, (_, step) => ((wish + step) % count) + 1);
      const colour = inTurn.find((one) => !taken.has(one)) ?? wish + 1;
      given.set(orderId, colour);
      return colour;
    },
    /** Frees the colours of consultations that are no longer open. */
    keepOnly(open: readonly OrderId[]) {
      for (const orderId of given.keys()) if (!open.includes(orderId)) given.delete(orderId);
    },
  };
}

export const PatientColours = createContext(patientColours());

/** The colour, 1 to 8, that marks everything of this consultation: pane, row, forms and their dialogs. */
export const usePatientColour = (orderId: OrderId): number => useContext(PatientColours).of(orderId);

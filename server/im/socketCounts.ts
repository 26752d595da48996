import type { SharedState } from '../cluster/sharedState.ts';
import { roleOf } from '../db/roles.ts';
import type { SocketData } from './types.ts';

/** Sockets by the kind of their person. */
export type SocketKinds = { doctor: number; auditor: number; administrator: number; patient: number };

export const noSockets = (): SocketKinds => ({ doctor: 0, auditor: 0, administrator: 0, patient: 0 });

const keyOf = (hospitalId: string) => `sockets ${hospitalId}`;

function addTo(sum: SocketKinds, more: SocketKinds): SocketKinds {
  return {
    doctor: sum.doctor + more.doctor,
    auditor: sum.auditor + more.auditor,
    administrator: sum.administrator + more.administrator,
    patient: sum.patient + more.patient,
  };
}

/** Counts the sockets of each hospital in this process and states them to the others. */
export function createSocketCounts(state: SharedState) {
  const own = new Map<string, SocketKinds>();

  function change(hospitalId: string, kind: keyof SocketKinds, by: 1 | -1) {
    const counts = own.get(hospitalId) ?? noSockets();
    counts[kind] += by;
    const isEmpty = Object.values(counts).every((count) => count === 0);
    if (isEmpty) own.delete(hospitalId);
    else own.set(hospitalId, counts);
    state.set(keyOf(hospitalId), isEmpty ? null : JSON.stringify(counts));
  }

  return {
    /** Counts a socket; call the returned function once when it has left. */
    add({ who }: Pick<SocketData, 'who'>): () => void {
      const kind = who.kind === 'patient' ? 'patient' : roleOf(who);
      change(who.hospitalId, kind, 1);
      return () => change(who.hospitalId, kind, -1);
    },
    /** The sockets of all hospitals in this process. */
    ofProcess: (): SocketKinds => [...own.values()].reduce(addTo, noSockets()),
    /** The sockets of one hospital in all processes. */
    ofHospital: (hospitalId: string): SocketKinds =>
      state
        .elsewhere(keyOf(hospitalId))
        .map((counts) => JSON.parse(counts) as SocketKinds)
        .reduce(addTo, { ...noSockets(), ...own.get(hospitalId) }),
  };
}

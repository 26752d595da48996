import { BehaviorSubject } from 'rxjs';
import type { ConversationId } from '../../contract/ids.ts';
import type { Companion, Companions } from '../../src/streams/companions.ts';

/** Patients' presence, controlled by the test. */
export function fakeCompanions() {
  const known = new Map<ConversationId, BehaviorSubject<Companion>>();
  const typedTo: ConversationId[] = [];
  const of = (id: ConversationId) => {
    const companion$ = known.get(id) ?? new BehaviorSubject<Companion>({ online: null, typing: false });
    known.set(id, companion$);
    return companion$;
  };
  const companions: Companions = { patient: of, typed: (id) => void typedTo.push(id) };
  return { companions, typedTo, is: (id: ConversationId, now: Companion) => of(id).next(now) };
}

import type { CallContext } from '../accounts/caller.ts';
import { announceList } from '../db/announceList.ts';
import type { Outcome } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';

type Entry = Pick<TrailEntry, 'entity' | 'entityId'>;
/** What the trail says about a change: names of fields and numbers, never what somebody typed. */
type Note = (entityId: string | null, detail: Record<string, unknown>) => Promise<void>;

const inCatalogue: readonly Entry['entity'][] = ['medicine', 'diagnosis'];

/** Runs a change in one transaction; it and every refusal leave a row on the trail. */
export const changing = <T>(
  context: CallContext,
  entry: Entry,
  work: (tx: Transaction, note: Note) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  audited(context, { action: 'update', ...entry }, (tx) =>
    work(tx, async (entityId, detail) => {
      if (inCatalogue.includes(entry.entity)) await announceList(tx, 'catalogue');
      const action = entry.entityId === null && entityId !== null ? 'create' : 'update';
      const row = {
        action,
        entity: entry.entity,
        entityId,
        patientId: null,
        purpose: null,
        outcome: 'ok',
        detail,
      } as const;
      return appendTrail(tx, context.by, context.at, row);
    }),
  );

/** The names of the fields in which two values differ. */
export const changedFields = (before: object, after: object): string[] =>
  Object.entries(after).flatMap(([field, value]) =>
    JSON.stringify(Reflect.get(before, field)) === JSON.stringify(value) ? [] : [field],
  );

import type { CallContext } from '../accounts/caller.ts';
import { skewMs } from '../db/elapsed.ts';
import { done } from '../db/outcome.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { loadPeopleOf } from '../prescriptions/signers.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { appendTrail } from '../trail/trail.ts';
import { readPresent } from './presentFindings.ts';
import { type Cursor, changedAfter, type PageQuery, queuePage } from './queries.ts';
import { queueItemsWith } from './wire.ts';

/** A change whose transaction is open when a cursor passes may become visible this much later. */
const overlapMs = 5_000;

async function itemsOf(needs: PrescriptionNeeds, context: CallContext, rows: PrescriptionRow[]) {
  const { at, store, language } = context;
  const people = await loadPeopleOf(store, rows, language);
  const settings = await clinicalSettings(store);
  const present = await readPresent(store, needs, rows, at);
  return rows.map(queueItemsWith({ ...people, settings, present }, context));
}

const listEntry = {
  action: 'list',
  entity: 'review',
  entityId: null,
  patientId: null,
  purpose: 'review',
  outcome: 'ok',
} as const;
const shownIn = (rows: PrescriptionRow[]) => ({
  patientIds: rows.map(({ patientId }) => patientId),
  detail: { ids: rows.map(({ id }) => id) },
});

/** The review queue by page. */
export const pageQueue = (needs: PrescriptionNeeds) => async (query: PageQuery, context: CallContext) => {
  const { by, at, store } = context;
  const { rows, total } = await queuePage(store, query, at);
  await appendTrail(store, by, at, { ...listEntry, ...shownIn(rows) });
  return done({ list: await itemsOf(needs, context, rows), total });
};

/** Changes after a cursor. The last page's cursor stays behind the clock, so that rows may repeat but none is missed. */
export const pullQueue =
  (needs: PrescriptionNeeds) =>
  async ({ limit, ...cursor }: Cursor, context: CallContext) => {
    const { by, at, store } = context;
    // A cursor ahead of the clock is from before the clock was set back.
    const isAhead = cursor.updateTime > at + skewMs;
    const { updateTime, lastId } = isAhead ? { updateTime: at - dayMs, lastId: 0 } : cursor;
    const { rows, more } = await changedAfter(store, { updateTime, lastId, limit });
    const last = rows.at(-1);
    const complete = at - overlapMs;
    const given = { updateTime, lastId };
    const reached = last ? { updateTime: last.updateTime, lastId: Number(last.id) } : given;
    const behind = complete > updateTime ? { updateTime: complete, lastId: 0 } : given;
    await appendTrail(store, by, at, { ...listEntry, ...shownIn(rows) });
    return done({
      list: await itemsOf(needs, context, rows),
      more,
      ...(more || reached.updateTime <= complete ? reached : behind),
    });
  };

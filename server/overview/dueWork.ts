import type { dueWork } from '../../contract/extension/overview.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { NameOf } from '../patients/factNames.ts';
import { readSummaries } from '../patients/queries.ts';
import { appendTrail } from '../trail/trail.ts';
import { expiring, unsigned } from './queries.ts';
import { expiringOnWire, unsignedOnWire } from './wire.ts';

type Needs = { nameOf: NameOf };

const listed = { action: 'list', entity: 'order', entityId: null, patientId: null, purpose: 'due work' } as const;

/** What lapses unless the doctor acts. The row on the trail names the prescriptions, the consultations and their patients. */
export const readDueWork =
  ({ nameOf }: Needs) =>
  async (_: unknown, context: CallContext): Promise<Outcome<ReplyInputOf<typeof dueWork>>> => {
    const { by, at, store } = context;
    const [prescriptions, consultations] = await Promise.all([expiring(store, context), unsigned(store, context)]);
    const patients = [...prescriptions.rows, ...consultations.rows].map(({ ill }) => ill);
    const summaryOf = await readSummaries(store, patients, { at, nameOf });
    const ids = prescriptions.rows.map(({ rx }) => rx.id);
    const orderIds = consultations.rows.map(({ order }) => order.id);
    const shown = { patientIds: patients.map(({ id }) => id), detail: { prescriptionIds: ids, orderIds } };
    await appendTrail(store, by, at, { ...listed, ...shown, outcome: 'ok' });
    return done({
      expiring: {
        total: prescriptions.total,
        list: prescriptions.rows.map((row) => expiringOnWire({ ...row, known: summaryOf(row.ill) }, context)),
      },
      unsigned: {
        total: consultations.total,
        list: consultations.rows.map((row) => unsignedOnWire({ ...row, known: summaryOf(row.ill) }, context)),
      },
    });
  };

import { and, ne } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { auditContext } from '../../contract/extension/audit.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { propertiesOf } from '../medicines/wire.ts';
import { readableConversation } from '../messages/reviewerQueries.ts';
import { patientBrief } from '../patients/wire.ts';
import { createClinicalReader } from '../prescriptions/clinicalQueries.ts';
import { detailOf } from '../prescriptions/detail.ts';
import { readToday } from '../prescriptions/knownToday.ts';
import { newSince } from '../prescriptions/newFindings.ts';
import { mayReadPrescription } from '../prescriptions/policy.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { findPrescription, isSubmittedFor, medicinesWithIds, newestPage } from '../prescriptions/queries.ts';
import { readRunning } from '../prescriptions/readRunning.ts';
import { recheck } from '../prescriptions/recheck.ts';
import { loadPeopleOf } from '../prescriptions/signers.ts';
import { findingsOf, readableLinesOf } from '../prescriptions/storedPrescription.ts';
import { briefOf, findingFor, lineFor } from '../prescriptions/wire.ts';
import { aroundRecord, recordBy } from '../records/queries.ts';
import { recordOnWire } from '../records/wire.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { draftsOf } from './draftQueries.ts';

type Request = RequestOf<typeof auditContext>;

/** Everything that a reviewer needs to decide one review. */
export const readReviewContext =
  (needs: PrescriptionNeeds) =>
  async ({ id }: Request, context: CallContext) => {
    const { by, at, store, language } = context;
    const row = await findPrescription(store, id);
    if (!row) return refused(Code.notFound);
    const isAllowed = by.isAuditor && mayReadPrescription(by, row);
    const entry = { action: 'read', entity: 'review', entityId: id, patientId: row.patientId } as const;
    await appendTrail(store, by, at, { ...entry, purpose: `review:${id}`, ...readOutcome(isAllowed) });
    if (!isAllowed) return refused(Code.notFound);
    const record = await recordBy(store, { orderId: row.orderId });
    const drugIds = readableLinesOf(row).map(({ drugId }) => drugId);
    const others = and(isSubmittedFor(row.patientId), ne(prescription.id, id));
    const past = await newestPage(store, { pageNo: 1, pageSize: 20 }, others);
    const reader = createClinicalReader(needs, store, at);
    const { running } = await readRunning(reader, row.patientId, id);
    const { signer } = await loadPeopleOf(store, past.rows, language);
    const view = { language, now: at };
    const renewLink = (url: string) => needs.renewLink(url, by);
    const today = await readToday(reader, row);
    // What became known about the patient since the submission counts until the decision.
    const isOpen = row.status === PrescriptionStatus.pending;
    const findings = isOpen ? await recheck(reader, needs, row) : findingsOf(row);
    const added = isOpen ? newSince(row, findings) : new Set();
    return done({
      rx: await detailOf(store, row, { ...view, renewLink, nameOf: needs.nameOf }),
      patient: today && patientBrief(today.who, today.summary, at, language),
      record: record && recordOnWire(record, await aroundRecord(store, record, by.language, renewLink), by, renewLink),
      drugs: (await medicinesWithIds(store, drugIds)).map((product) => propertiesOf(product, language)),
      ruleHits: findings.map((hit) => ({ ...findingFor(hit, language), isNew: added.has(hit) })),
      drafts: isOpen ? await draftsOf(store, row, context) : [],
      past: past.rows.map((other) => ({
        ...briefOf(other, { ...view, signer }),
        lines: readableLinesOf(other).map((line) => lineFor(line, language)),
      })),
      running: running.map(({ line, prescriptionNo, daysLeft }) => ({
        prescriptionNo,
        daysLeft,
        line: lineFor(line, language),
      })),
      conversationId: await readableConversation(store, by.id, row.orderId, at),
    });
  };

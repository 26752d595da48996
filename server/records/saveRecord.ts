import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { lackingForSigning, RecordStatus } from '../../clinical/lifecycle/record.ts';
import { Code } from '../../contract/envelope.ts';
import type { saveCase } from '../../contract/http/record.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { type CallContext, type Staff, type StaffContext, UserType } from '../accounts/caller.ts';
import { findUnknownDiagnosis } from '../db/choices.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { caseInfo, caseVersion, consultOrder } from '../db/schema/orders.ts';
import type { Signer } from '../db/schema/signatures.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import type { NameOf } from '../patients/factNames.ts';
import { currentFacts } from '../patients/queries.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { createSignerOf } from '../signatures/signer.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { isWritable, mayWriteRecord, refusalOfAllergies, refusalOfBlank, type Save } from './policy.ts';
import { aroundRecord, readListed } from './queries.ts';
import { type Diagnosed, hasBothNames, type RecordRow, recordOnWire } from './wire.ts';

type Sent = RequestOf<typeof saveCase>;
type Saved = ReplyInputOf<typeof saveCase>;
type FileLinks = Pick<Links, 'renew' | 'unsigned'>;

const draft = 0;

/** The content that a save stores; omitted fields become empty. */
const contentOf = ({ chiefComplaint, presentIllness, pastHistory, allergyHistory, ...rest }: Save) => ({
  chiefComplaint,
  presentIllness,
  pastHistory,
  allergyHistory,
  personalHistory: rest.personalHistory ?? null,
  familyHistory: rest.familyHistory ?? null,
  physicalExam: rest.physicalExam,
  auxiliaryExam: rest.auxiliaryExam,
  diagnosisList: rest.diagnosisList,
  treatmentAdvice: rest.treatmentAdvice,
  attachments: rest.attachments ?? [],
  status: rest.status,
});

/** A repeat of the same save, because the client did not get the answer: the stored content equals the sent one. */
function isRepeat(row: RecordRow, save: Save, { unsigned }: FileLinks): boolean {
  const chosen = ({ diagnosisList }: Diagnosed) => diagnosisList.map(({ id, main }) => ({ id, main }));
  const sent = { ...contentOf(save), diagnosisList: chosen(save) };
  // Older records have signed links.
  const known = { ...row, diagnosisList: chosen(row), attachments: row.attachments.map(unsigned) };
  const stored = Object.fromEntries(Object.entries(known).filter(([name]) => name in sent));
  return row.version === save.version + 1 && isDeepStrictEqual(stored, sent);
}

/** Stores the record by one conditional write: only on the version that the doctor saw, and never on a signed record. */
async function write(
  tx: Transaction,
  save: Save,
  { doctorId, signer, at }: { doctorId: string; signer: Signer | null; at: number },
): Promise<RecordRow | undefined> {
  const content = contentOf(save);
  const sign = save.status === RecordStatus.signed ? { signTime: at, signer } : {};
  if (save.version === 0) {
    const { hospitalId } = tx;
    const { orderId, patientId } = save;
    const first = {
      ...content,
      ...sign,
      tenantId: hospitalId,
      orderId,
      patientId,
      doctorId,
      createTime: at,
      updateTime: at,
    };
    const [added] = await tx.db.insert(caseInfo).values(first).onConflictDoNothing().returning();
    return added;
  }
  const [changed] = await tx.change(
    caseInfo,
    { ...content, ...sign, version: sql`${caseInfo.version} + 1`, updateTime: at },
    and(eq(caseInfo.orderId, save.orderId), eq(caseInfo.version, save.version), eq(caseInfo.status, draft)),
  );
  return changed;
}

async function explainConflict(tx: Transaction, save: Save, by: Staff, links: FileLinks): Promise<Outcome<Saved>> {
  const row = await tx.first(caseInfo, eq(caseInfo.orderId, save.orderId));
  if (!row) return refused(Code.recordChanged, { version: 0, updateTime: 0, current: null });
  const { id, version, updateTime, status } = row;
  if (isRepeat(row, save, links)) return done({ id, version, updateTime });
  const renewLink = (url: string) => links.renew(url, by);
  const current = recordOnWire(row, await aroundRecord(tx, row, by.language, renewLink), by, renewLink);
  return refused(status === RecordStatus.signed ? Code.recordSigned : Code.recordChanged, {
    version,
    updateTime,
    current,
  });
}

async function saveVersion(
  tx: Transaction,
  { by, at }: StaffContext,
  save: Save,
  links: FileLinks,
): Promise<Outcome<Saved>> {
  const signer = save.status === RecordStatus.signed ? await createSignerOf(links.unsigned)(tx, by.id) : null;
  const row = await write(tx, save, { doctorId: by.id, signer, at });
  if (!row) return explainConflict(tx, save, by, links);
  const { id: caseId, orderId, patientId, version, status, updateTime } = row;
  await tx.add(caseVersion, {
    caseId,
    version,
    status,
    doctorId: by.id,
    content: { ...contentOf(save), ...(signer ? { signer } : {}) },
    createTime: at,
  });
  const action = status === RecordStatus.signed ? 'sign' : version === 1 ? 'create' : 'update';
  const entry = { action, entity: 'record', entityId: caseId, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId, purpose: `order:${orderId}`, detail: { version } });
  tx.announce({ type: 'record.changed', orderId, doctorId: by.id, version, status });
  return done({ id: caseId, version, updateTime });
}

/** Why a record cannot be signed: it has a blank, or it leaves out or denies what is known about allergies. */
const refusalOfSigning = async (tx: Transaction, save: Save, { language }: Staff, nameOf: NameOf) =>
  refusalOfBlank(save) ?? refusalOfAllergies(save, await currentFacts(tx, save.patientId), { language, nameOf });

/** The diagnoses as a record stores them: named by the hospital's list in both languages when they were chosen. */
async function namedForRecord(
  tx: Transaction,
  chosen: Sent['diagnosisList'],
  kept: Save['diagnosisList'],
): Promise<Save['diagnosisList']> {
  const before = new Map(kept.map((one) => [one.id, one]));
  const named = new Map(kept.filter(hasBothNames).map((one) => [one.id, one]));
  const listed = await readListed(
    tx,
    chosen.filter(({ id }) => !named.has(id)),
  );
  return chosen.map((one) => {
    const { code, name, nameEn }: Omit<Save['diagnosisList'][number], 'id' | 'main'> =
      named.get(one.id) ?? listed.get(one.id) ?? before.get(one.id) ?? one;
    return { id: one.id, code, name, ...(nameEn === undefined ? {} : { nameEn }), main: one.main };
  });
}

/** What records need from the rest of the platform. */
export type RecordNeeds = { keyOf: KeyOf; links: FileLinks; nameOf: NameOf };

/** The texts of a record in which the checks look for allergies. */
const mentions = ['allergyHistory', 'pastHistory', 'personalHistory', 'presentIllness'] as const;

async function save(
  tx: Transaction,
  context: StaffContext,
  given: Sent,
  { keyOf, links, nameOf }: RecordNeeds,
): Promise<Outcome<Saved>> {
  const { by, at } = context;
  const urls = given.attachments ?? [];
  const order = await tx.locked(consultOrder, eq(consultOrder.id, given.orderId));
  if (!order || !mayWriteRecord(by, order)) return refused(Code.notFound);
  if (order.patientId !== given.patientId) return refused(Code.badRequest, { field: 'patientId' });
  const known = await tx.first(caseInfo, eq(caseInfo.orderId, given.orderId));
  const diagnosisList = await namedForRecord(tx, given.diagnosisList, known?.diagnosisList ?? []);
  // A signature belongs to one person and one hour, so it is not part of a record.
  const sent = { ...given, diagnosisList, attachments: urls.map(links.unsigned) };
  if (sent.id !== undefined && known?.id !== sent.id) return refused(Code.badRequest, { field: 'id' });
  const stored = (known?.attachments ?? []).map(links.unsigned);
  const added = urls.filter((url) => !stored.includes(links.unsigned(url)));
  const { foreign } = await resolveOwnFiles(tx, { type: UserType.staff, id: by.id }, keyOf, {
    urls: added,
    types: /./,
    conversationId: order.conversationId,
  });
  if (foreign.length > 0) return refused(Code.badRequest, { field: 'attachments' });
  const unknown = await findUnknownDiagnosis(tx, given.diagnosisList, known?.diagnosisList ?? []);
  if (unknown) {
    const { name, code } = unknown.diagnosis;
    return refusedWith(Code.badRequest, 'diagnosisUnknown', { field: 'diagnosisList', name: name || code });
  }
  const missing = sent.status === RecordStatus.signed ? lackingForSigning(sent) : [];
  if (missing.length > 0) return refused(Code.badRequest, { field: missing[0], missing });
  const unsignable = sent.status === RecordStatus.signed ? await refusalOfSigning(tx, sent, by, nameOf) : null;
  if (unsignable) return unsignable;
  if (isWritable(order, sent, at)) {
    const saved = await saveVersion(tx, context, sent, links);
    if (saved.ok && mentions.some((name) => (known?.[name] ?? '') !== (sent[name] ?? '')))
      await requestRecount(tx, order.patientId, at);
    return saved;
  }
  return known?.status === RecordStatus.signed
    ? explainConflict(tx, sent, by, links)
    : refused(Code.orderStatusRefused, { status: order.status });
}

/** Writes the record of a consultation, and signs it. */
export const saveRecord =
  (needs: RecordNeeds) =>
  (sent: Sent, context: CallContext): Promise<Outcome<Saved>> => {
    const action = sent.status === RecordStatus.signed ? 'sign' : 'update';
    const entry = { action, entity: 'record', entityId: sent.id ?? null, orderId: sent.orderId } as const;
    return audited(context, entry, (tx) => save(tx, context, sent, needs));
  };

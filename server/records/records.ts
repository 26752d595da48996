import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { deniesAllergies, leftOut } from '../../clinical/facts/allergies.ts';
import { allergenList } from '../../clinical/facts/words.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { blanksForSigning, lackingForSigning, RecordStatus } from '../../clinical/lifecycle/record.ts';
import { Code } from '../../contract/envelope.ts';
import type { getCase, saveCase } from '../../contract/http/record.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { type CallContext, type Staff, type StaffContext, UserType } from '../accounts/caller.ts';
import { findUnknownDiagnosis } from '../db/choices.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import { caseInfo, caseVersion, consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Signer } from '../db/schema/signatures.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import { currentFacts } from '../patients/currentFacts.ts';
import type { NameOf } from '../patients/factNames.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { createSignerOf } from '../signatures/signer.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { contentOf, recordOnWire, type Save } from './recordView.ts';

type Saved = ReplyInputOf<typeof saveCase>;
type Row = typeof caseInfo.$inferSelect;
type Order = typeof consultOrder.$inferSelect;
type FileLinks = Pick<Links, 'renew' | 'unsigned'>;

const draft = 0;
/** How long after the end of a consultation its record can still be signed. */
export const signWithinMs = 24 * 3_600_000;

type Owned = { doctorId: string | null };

/** Only the doctor of the consultation writes its record. */
const mayWriteRecord = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** That doctor reads it, and reviewers once a prescription of the consultation was submitted. */
const mayReadRecord = (me: Staff, order: Owned, isUnderReview: boolean): boolean =>
  order.doctorId === me.id || (me.isAuditor && isUnderReview);

/** A record can be written while its consultation is active, and for a day after it only signed. */
function isWritable({ status, endTime }: Order, save: Save, at: number): boolean {
  if (status === OrderStatus.active) return true;
  return save.status === RecordStatus.signed && status === OrderStatus.finished && at - (endTime ?? at) <= signWithinMs;
}

/** A record with a blank is not signed, and none that leaves out or denies what is known about allergies. */
async function refusalOfSigning(
  tx: Transaction,
  save: Save,
  { by, nameOf }: { by: Staff; nameOf: NameOf },
): Promise<Refused | null> {
  const [blank] = blanksForSigning(save);
  if (blank) {
    const { name: field, text, start, end } = blank;
    return refusedWith(Code.badRequest, 'recordBlank', { field, blank: text, start, end });
  }
  const missing = leftOut(save.allergyHistory, await currentFacts(tx, save.patientId));
  if (missing.length === 0) return null;
  const { zh, en } = allergenList(missing.map(({ value }) => ({ value, name: nameOf(value) })));
  const allergy = inLanguage(by.language, zh, en);
  const wording = deniesAllergies(save.allergyHistory) ? 'recordDeniesAllergies' : 'recordLacksAllergies';
  return refusedWith(Code.badRequest, wording, { field: 'allergyHistory', allergy });
}

/** A repeat of the same save, because the client did not get the answer: the stored content equals the sent one. */
function isRepeat(row: Row, save: Save, { unsigned }: FileLinks): boolean {
  const sent = contentOf(save);
  // Older records have signed links.
  const known = { ...row, attachments: row.attachments.map(unsigned) };
  const stored = Object.fromEntries(Object.entries(known).filter(([name]) => name in sent));
  return row.version === save.version + 1 && isDeepStrictEqual(stored, sent);
}

/** Stores the record by one conditional write: only on the version that the doctor saw, and never on a signed record. */
async function write(
  tx: Transaction,
  save: Save,
  { doctorId, signer, at }: { doctorId: string; signer: Signer | null; at: number },
): Promise<Row | undefined> {
  const content = contentOf(save);
  const sign = save.status === RecordStatus.signed ? { signTime: at, signer } : {};
  if (save.version === 0) {
    const { tenantId } = tx;
    const { orderId, patientId } = save;
    const first = { ...content, ...sign, tenantId, orderId, patientId, doctorId, createTime: at, updateTime: at };
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
  const current = await recordOnWire(tx, row, by, (url) => links.renew(url, by));
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

/** What records need from the rest of the platform. */
export type RecordNeeds = { keyOf: KeyOf; links: FileLinks; nameOf: NameOf };

/** The texts of a record in which the checks look for allergies. */
const mentions = ['allergyHistory', 'pastHistory', 'personalHistory', 'presentIllness'] as const;

async function save(
  tx: Transaction,
  context: StaffContext,
  given: Save,
  { keyOf, links, nameOf }: RecordNeeds,
): Promise<Outcome<Saved>> {
  const { by, at } = context;
  const urls = given.attachments ?? [];
  // A signature belongs to one person and one hour, so it is not part of a record.
  const sent = { ...given, attachments: urls.map(links.unsigned) };
  const order = await tx.locked(consultOrder, eq(consultOrder.id, sent.orderId));
  if (!order || !mayWriteRecord(by, order)) return refused(Code.notFound);
  if (order.patientId !== sent.patientId) return refused(Code.badRequest, { field: 'patientId' });
  const known = await tx.first(caseInfo, eq(caseInfo.orderId, sent.orderId));
  if (sent.id !== undefined && known?.id !== sent.id) return refused(Code.badRequest, { field: 'id' });
  const stored = (known?.attachments ?? []).map(links.unsigned);
  const added = urls.filter((url) => !stored.includes(links.unsigned(url)));
  const { foreign } = await resolveOwnFiles(tx, { type: UserType.staff, id: by.id }, keyOf, {
    urls: added,
    types: /./,
    conversationId: order.conversationId,
  });
  if (foreign.length > 0) return refused(Code.badRequest, { field: 'attachments' });
  const unknown = await findUnknownDiagnosis(tx, sent.diagnosisList, known?.diagnosisList ?? []);
  if (unknown) {
    const { name, code } = unknown.diagnosis;
    return refusedWith(Code.badRequest, 'diagnosisUnknown', { field: 'diagnosisList', name: name || code });
  }
  const missing = sent.status === RecordStatus.signed ? lackingForSigning(sent) : [];
  if (missing.length > 0) return refused(Code.badRequest, { field: missing[0], missing });
  const unsignable = sent.status === RecordStatus.signed ? await refusalOfSigning(tx, sent, { by, nameOf }) : null;
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
  (sent: Save, context: CallContext): Promise<Outcome<Saved>> => {
    const action = sent.status === RecordStatus.signed ? 'sign' : 'update';
    const entry = { action, entity: 'record', entityId: sent.id ?? null, orderId: sent.orderId } as const;
    return audited(context, entry, (tx) => save(tx, context, sent, needs));
  };

/** The record of a consultation; null where there is none that this person may read. */
export const findRecord =
  ({ links }: Pick<RecordNeeds, 'links'>) =>
  async (
    { id, orderId }: RequestOf<typeof getCase>,
    { by, at, store }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof getCase>>> => {
    if (id === undefined && orderId === undefined) return refused(Code.badRequest, { field: 'orderId' });
    const row = await store.first(
      caseInfo,
      id === undefined ? undefined : eq(caseInfo.id, id),
      orderId === undefined ? undefined : eq(caseInfo.orderId, orderId),
    );
    const readEntry = { action: 'read', entity: 'record' } as const;
    if (!row) {
      const named = {
        entityId: id ?? null,
        patientId: null,
        purpose: orderId === undefined ? null : `order:${orderId}`,
      };
      await appendTrail(store, by, at, { ...readEntry, ...named, outcome: 'ok', detail: { found: false } });
      return done(null);
    }
    const submitted = and(eq(prescription.orderId, row.orderId), isNotNull(prescription.submitTime));
    const isUnderReview = by.isAuditor && (await store.count(prescription, submitted)) > 0;
    const isAllowed = mayReadRecord(by, row, isUnderReview);
    const entry = { ...readEntry, entityId: row.id, patientId: row.patientId, purpose: `order:${row.orderId}` };
    await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed) });
    return done(isAllowed ? await recordOnWire(store, row, by, (url) => links.renew(url, by)) : null);
  };

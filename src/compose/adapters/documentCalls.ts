import * as z from 'zod/mini';
import { RecordStatus } from '../../../clinical/lifecycle/record.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { type Rx, RxRefusal } from '../../../contract/http/prescription.ts';
import { CaseInfo } from '../../../contract/http/record.ts';
import { type OrderId, PrescriptionId, RequestId } from '../../../contract/ids.ts';
import type { CallOptions } from '../../../contract/operation.ts';
import { isDecided, isRefusal } from '../../domain/answers.ts';
import { draftKey } from '../../domain/drafts.ts';
import {
  type LoadedRecord,
  RecordDraft,
  type RecordInput,
  type SaveInput,
  type SaveOutcome,
} from '../../domain/record.ts';
import type { CancelOutcome, Checked, LoadedPrescription, SubmitOutcome } from '../../domain/rxAnswers.ts';
import { asEditOf, atDraftLines, draftFrom, RxDraft, sentLines, sentReasons } from '../../domain/rxDraft.ts';
import type { Stocks } from '../../domain/rxStock.ts';
import { t } from '../../locales/i18n.ts';
import type { DraftStorage } from '../../services/draftBook.ts';

export type PrescriptionNeeds = {
  readonly api: Api;
  readonly drafts: DraftStorage;
  readonly newRequestId: () => string;
};

/** Refusals because the prescription changed elsewhere; its current version is then shown. */
const overtaken: readonly (number | null)[] = [
  Code.prescriptionChanged,
  Code.prescriptionInReview,
  Code.prescriptionStatusRefused,
];

/** The version that an earlier attempt with the same key stored. The id is absent if that attempt was an edit. */
const StoredBefore = z.object({ id: z.optional(PrescriptionId), version: z.number() });

/** What the prescription machine asks of the platform, which the first view does not need. */
export function openPrescriptionCalls({ api, drafts, newRequestId }: PrescriptionNeeds) {
  const one = async (id: Rx['id']): Promise<Rx> => {
    const answer = await api.getPrescription({ id }, { quiet: true });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.data;
  };
  const latestOf = async (orderId: OrderId): Promise<Rx | null> => {
    const answer = await api.listPrescriptions({ orderId, pageNo: 1, pageSize: 1 }, { quiet: true });
    if (!answer.ok) throw new Error(answer.failure.message);
    const [brief] = answer.data.list;
    return brief ? one(brief.id) : null;
  };

  async function load(orderId: OrderId, id: Rx['id'] | null): Promise<LoadedPrescription> {
    const requestId = RequestId.parse(newRequestId());
    if (id !== null) return { latest: await one(id), draft: null, requestId };
    const draft = await drafts.read(draftKey('prescription', orderId), RxDraft);
    const latest = await latestOf(orderId);
    if (draft || latest?.status !== 0) return { latest, draft, requestId };
    const resumed = draftFrom(latest, requestId, { id: latest.id, version: latest.version });
    return { latest, draft: resumed, requestId };
  }

  async function check(orderId: OrderId, draft: RxDraft): Promise<Checked> {
    if (draft.warehouseId === null) return { available: true, hits: [] };
    const { warehouseId, guardianConfirmed, rxType, overDaysReason, editing } = draft;
    const sent = sentLines(draft);
    const answer = await api.checkPrescription(
      {
        orderId,
        warehouseId,
        guardianConfirmed,
        rxType,
        overDaysReason,
        id: editing?.id ?? null,
        diagnosisList: [...draft.diagnosisList],
        lines: sent.map(({ line }) => line),
      },
      { quiet: true },
    );
    if (!answer.ok) return { available: false, hits: [] };
    return { available: answer.data.available, hits: atDraftLines(sent, answer.data.hits) };
  }

  async function stock({ warehouseId, lines }: RxDraft): Promise<Stocks> {
    if (warehouseId === null) return [];
    const drugIds = [...new Set(lines.map(({ medicine }) => medicine.drugId))];
    const answer = await api.getDrugInventory({ warehouseId, drugIds }, { quiet: true });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.data;
  }

  /** The draft changed after an attempt whose answer was lost. */
  async function submitAgain(
    stored: z.infer<typeof StoredBefore>,
    message: string,
    { orderId, draft, now }: { orderId: OrderId; draft: RxDraft; now: boolean },
  ): Promise<SubmitOutcome> {
    const id = stored.id ?? draft.editing?.id;
    if (!id) throw new Error('the platform named no prescription');
    const latest = await one(id);
    const edit = asEditOf(draft, latest, stored.version);
    return edit ? submit(orderId, edit, now) : { outcome: 'changed', message, latest };
  }

  async function submit(orderId: OrderId, draft: RxDraft, now: boolean): Promise<SubmitOutcome> {
    const { requestId, editing, warehouseId } = draft;
    if (warehouseId === null) throw new Error('a prescription without a pharmacy was submitted');
    const sent = sentLines(draft);
    const content = {
      warehouseId,
      rxType: draft.rxType,
      diagnosisList: [...draft.diagnosisList],
      lines: sent.map(({ line }) => line),
      advice: draft.advice,
      overDaysReason: draft.overDaysReason,
      overrides: [...sentReasons(sent, draft)],
      guardianConfirmed: draft.guardianConfirmed,
      submit: now,
      clientRequestId: requestId,
    };
    const options: CallOptions = { quiet: true, ...(now ? {} : { failed: () => t('prescription.draftNotSaved') }) };
    const answer = editing
      ? await api.editPrescription({ ...content, id: editing.id, version: editing.version }, options)
      : await api.createPrescription({ ...content, orderId }, options);
    if (answer.ok) {
      const stored = 'id' in answer.data ? PrescriptionId.parse(answer.data.id) : editing?.id;
      if (!stored) throw new Error('the platform named no prescription');
      return { outcome: 'stored', rx: await one(stored) };
    }
    const { failure } = answer;
    const before = failure.code === Code.duplicateRequest ? StoredBefore.safeParse(failure.data).data : undefined;
    if (before) return submitAgain(before, failure.message, { orderId, draft, now });
    if (overtaken.includes(failure.code)) {
      return { outcome: 'changed', message: failure.message, latest: await latestOf(orderId) };
    }
    if (!isRefusal(failure)) throw new Error(failure.message);
    const { lineErrors, ruleHits } = RxRefusal.safeParse(failure.data).data ?? { lineErrors: [], ruleHits: [] };
    const errors = lineErrors.map((error) => ({ ...error, index: sent[error.index]?.index ?? error.index }));
    return { outcome: 'refused', message: failure.message, lineErrors: errors, hits: atDraftLines(sent, ruleHits) };
  }

  async function cancel(rx: Rx | null, reason: string): Promise<CancelOutcome> {
    if (!rx) throw new Error('there is no prescription to cancel');
    const answer = await api.cancelPrescription({ id: rx.id, version: rx.version, reason }, { quiet: true });
    if (!isDecided(answer)) throw new Error('the platform did not answer');
    return { latest: await one(rx.id), message: answer.ok ? null : answer.failure.message };
  }

  return { load, latestOf, check, stock, submit, cancel };
}

/** A refusal with the newer record. */
const Conflict = z.object({ current: CaseInfo });

/** Saves or signs a record; throws when the platform gave no answer. */
export async function saveRecord(api: Api, { sign, id, ...record }: SaveInput): Promise<SaveOutcome> {
  const status = sign ? RecordStatus.signed : RecordStatus.draft;
  const body = { ...record.fields, ...(id ? { id } : {}), orderId: record.orderId, patientId: record.patientId };
  const answer = await api.saveCase({ ...body, status, version: record.version }, { quiet: true });
  if (answer.ok) {
    const { id: stored, version, updateTime } = answer.data;
    return { outcome: 'saved', id: stored, version, at: updateTime };
  }
  const { failure } = answer;
  const isNewer = failure.code === Code.recordChanged || failure.code === Code.recordSigned;
  const newer = isNewer ? Conflict.safeParse(failure.data).data : undefined;
  if (newer)
    return {
      outcome: failure.code === Code.recordSigned ? 'signedElsewhere' : 'conflict',
      current: newer.current,
    };
  if (isRefusal(failure)) return { outcome: 'refused', message: failure.message };
  throw new Error(failure.message);
}

/** The stored record and the local copy; throws when the platform gave no answer. */
export async function loadRecord(
  { api, drafts }: { readonly api: Api; readonly drafts: DraftStorage },
  { orderId }: Pick<RecordInput, 'orderId'>,
  signal: AbortSignal,
): Promise<LoadedRecord> {
  const [stored, draft] = await Promise.all([
    api.getCase({ orderId }, { signal, quiet: true }),
    drafts.read(draftKey('record', orderId), RecordDraft),
  ]);
  if (!stored.ok) throw new Error(stored.failure.message);
  return { stored: stored.data, draft };
}

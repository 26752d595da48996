import { fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { RecordStatus } from '../../../clinical/lifecycle/record.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { CaseInfo } from '../../../contract/http/record.ts';
import { isRefusal } from '../../domain/answers.ts';
import { draftKey } from '../../domain/drafts.ts';
import type { LoadedRecord, SaveInput, SaveOutcome } from '../../domain/record.ts';
import { RecordDraft } from '../../domain/record.ts';
import { prescriptionMachine } from '../../machines/prescription.ts';
import { recordAutosave, recordMachine } from '../../machines/record.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import { onDemand } from '../../ui/onDemand.ts';
import type { PrescriptionNeeds } from './prescriptionCalls.ts';

type RecordNeeds = {
  readonly api: Api;
  readonly drafts: DraftStorage;
  /** Called after the platform stored a signed record, which also changes the order. */
  readonly onSigned: () => void;
};

/** The record machine, connected to the platform's API and the local drafts. */
export const createRecordMachine = ({ api, drafts, onSigned }: RecordNeeds) =>
  recordMachine.provide({
    actors: {
      load: fromPromise(async ({ input: { orderId }, signal }): Promise<LoadedRecord> => {
        const [stored, draft] = await Promise.all([
          api.getCase({ orderId }, { signal, quiet: true }),
          drafts.read(draftKey('record', orderId), RecordDraft),
        ]);
        if (!stored.ok) throw new Error(stored.failure.message);
        return { stored: stored.data, draft };
      }),
      autosave: recordAutosave.provide({
        actors: {
          save: fromPromise(async ({ input: { text } }) => {
            if (!text) throw new Error('nothing was written');
            const outcome = await saveRecord(api, text);
            if (text.sign && outcome.outcome === 'saved') onSigned();
            return outcome;
          }),
        },
      }),
    },
    actions: {
      resumeDraft: (_, { orderId }) => drafts.adopt(draftKey('record', orderId)),
      storeDraft: (_, { orderId, fields, version }) => drafts.write(draftKey('record', orderId), { fields, version }),
      deleteDraft: (_, { orderId }) => drafts.drop(draftKey('record', orderId)),
    },
  });

/** A refusal with the newer record. */
const Conflict = z.object({ current: CaseInfo });

async function saveRecord(api: Api, { sign, id, ...record }: SaveInput): Promise<SaveOutcome> {
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

/** The prescription machine, connected to the platform's API and the local drafts. */
export const createPrescriptionMachine = (needs: PrescriptionNeeds) => {
  const calls = onDemand(async () => {
    const { openPrescriptionCalls } = await import('./prescriptionCalls.ts');
    return openPrescriptionCalls(needs);
  });
  const { drafts } = needs;

  return prescriptionMachine.provide({
    actors: {
      load: fromPromise(async ({ input }) => (await calls.load()).load(input.orderId, input.id)),
      latest: fromPromise(async ({ input }) => (await calls.load()).latestOf(input.orderId)),
      check: fromPromise(async ({ input }) => (await calls.load()).check(input.orderId, input.draft)),
      stock: fromPromise(async ({ input }) => (await calls.load()).stock(input.draft)),
      submit: fromPromise(async ({ input }) => (await calls.load()).submit(input.orderId, input.draft, input.submit)),
      cancel: fromPromise(async ({ input }) => (await calls.load()).cancel(input.rx, input.reason)),
    },
    actions: {
      resumeDraft: ({ context }) => drafts.adopt(draftKey('prescription', context.orderId)),
      storeDraft: ({ context }) => drafts.write(draftKey('prescription', context.orderId), context.draft),
      deleteDraft: ({ context }) => drafts.drop(draftKey('prescription', context.orderId)),
      discardDraft: ({ context }) => drafts.empty(draftKey('prescription', context.orderId)),
    },
  });
};

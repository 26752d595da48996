import { fromPromise } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import { draftKey } from '../../domain/drafts.ts';
import { prescriptionMachine } from '../../machines/prescription.ts';
import { recordAutosave, recordMachine } from '../../machines/record.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import { onDemand } from '../../ui/onDemand.ts';
import type { PrescriptionNeeds } from './documentCalls.ts';

type RecordNeeds = {
  readonly api: Api;
  readonly drafts: DraftStorage;
  /** Called after the platform stored a signed record, which also changes the order. */
  readonly onSigned: () => void;
};

/** Loads with the first record or prescription that is opened. */
export const documentCalls = onDemand(() => import('./documentCalls.ts'));

/** The record machine, connected to the platform's API and the local drafts. */
export const createRecordMachine = ({ api, drafts, onSigned }: RecordNeeds) =>
  recordMachine.provide({
    actors: {
      load: fromPromise(async ({ input, signal }) =>
        (await documentCalls.load()).loadRecord({ api, drafts }, input, signal),
      ),
      autosave: recordAutosave.provide({
        actors: {
          save: fromPromise(async ({ input: { text } }) => {
            if (!text) throw new Error('nothing was written');
            const outcome = await (await documentCalls.load()).saveRecord(api, text);
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

/** The prescription machine, connected to the platform's API and the local drafts. */
export const createPrescriptionMachine = (needs: PrescriptionNeeds) => {
  const calls = async () => (await documentCalls.load()).openPrescriptionCalls(needs);
  const { drafts } = needs;

  return prescriptionMachine.provide({
    actors: {
      load: fromPromise(async ({ input }) => (await calls()).load(input.orderId, input.id)),
      latest: fromPromise(async ({ input }) => (await calls()).latestOf(input.orderId)),
      check: fromPromise(async ({ input }) => (await calls()).check(input.orderId, input.draft)),
      stock: fromPromise(async ({ input }) => (await calls()).stock(input.draft)),
      submit: fromPromise(async ({ input }) => (await calls()).submit(input.orderId, input.draft, input.submit)),
      cancel: fromPromise(async ({ input }) => (await calls()).cancel(input.rx, input.reason)),
    },
    actions: {
      resumeDraft: ({ context }) => drafts.adopt(draftKey('prescription', context.orderId)),
      storeDraft: ({ context }) => drafts.write(draftKey('prescription', context.orderId), context.draft),
      deleteDraft: ({ context }) => drafts.drop(draftKey('prescription', context.orderId)),
      discardDraft: ({ context }) => drafts.empty(draftKey('prescription', context.orderId)),
    },
  });
};

import { fromPromise } from 'xstate';
import { AccountId, ConversationId, HospitalId, OrderId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import type {
  AcceptOutcome,
  BlockersOutcome,
  ConsultationInput,
  FinishOutcome,
  LoadOutcome,
} from '../../src/domain/consultation.ts';
import type { FinishBlocker, Finishing } from '../../src/domain/finish.ts';
import type { LoadedRecord } from '../../src/domain/record.ts';
import type { LoadedPrescription } from '../../src/domain/rxAnswers.ts';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { recordMachine } from '../../src/machines/record.ts';
import { type Phase, phase } from '../../src/machines/selectors/consultation.ts';
import { createActor, held, until } from './actors.ts';
import { requestId } from './clinical.ts';
import { order } from './order.ts';

const key = {
  hospitalId: HospitalId.parse('1'),
  userId: AccountId.parse('7'),
  orderId: OrderId.parse('1'),
  conversationId: ConversationId.parse('1'),
};
export const failure: Failure = { kind: 'network', code: null, message: 'no link', data: null };
export const awaiting = order('1', { status: 10 });
export const running = order('1', { status: 20, version: 2 });
export const finished = order('1', { status: 30, version: 3 });
export const unsigned: FinishBlocker = { kind: 'recordUnsigned' };
export const unsent: FinishBlocker = { kind: 'unsentMessages', count: 2 };

/** What the platform says of the order while a request is unanswered. */
export const said = ({ status, version }: typeof running) =>
  ({ type: 'order.changed', status, version, time: 5 }) as const;
export const refused = async () => ({ outcome: 'failed' as const, failure });
export const broken = () => Promise.reject(new Error('broken'));

type Given = Partial<Pick<ConsultationInput, 'order' | 'accept' | 'finishing'>> & {
  load?: () => Promise<LoadOutcome>;
  accepts?: () => Promise<AcceptOutcome>;
  blockers?: BlockersOutcome;
  /** Instead of `blockers`, for a check that the test holds or that breaks. */
  findsBlockers?: () => Promise<BlockersOutcome>;
  announces?: () => Promise<Finishing>;
  finish?: () => Promise<FinishOutcome>;
  record?: () => Promise<LoadedRecord>;
  prescription?: () => Promise<LoadedPrescription>;
};

/** One consultation whose requests succeed by default. The test decides when the undo time ends. */
export function consultation({ order: known = running, accept = false, finishing = null, ...given }: Given = {}) {
  const delivered: string[] = [];
  const kept: (number | null)[] = [];
  const finishes: string[] = [];
  const withdrawn: string[] = [];
  const checks: string[] = [];
  const reported: string[] = [];
  let undoTime = held();
  const machine = consultationMachine.provide({
    actors: {
      load: fromPromise(given.load ?? (async () => ({ outcome: 'loaded' as const, order: running }))),
      accept: fromPromise(given.accepts ?? (async () => ({ outcome: 'accepted' as const, order: running }))),
      findBlockers: fromPromise(
        given.findsBlockers ?? (async () => given.blockers ?? ({ outcome: 'found', blockers: [] } as const)),
      ),
      announce: fromPromise(async ({ input }) => {
        if (given.announces) return given.announces();
        kept.push(108);
        return { at: 108, summary: input.summary };
      }),
      waitUntil: fromPromise(() => {
        undoTime = held();
        return undoTime.answer();
      }),
      finish: fromPromise(async ({ input }) => {
        finishes.push(input.summary);
        return given.finish ? await given.finish() : { outcome: 'finished', order: finished };
      }),
      record: recordMachine.provide({
        actors: { load: fromPromise(given.record ?? (async () => ({ stored: null, draft: null }))) },
      }),
      prescription: prescriptionMachine.provide({
        actors: {
          load: fromPromise(given.prescription ?? (async () => ({ latest: null, draft: null, requestId }))),
          check: fromPromise(async ({ input: { draft } }) => {
            checks.push(draft.editing?.id ?? 'draft');
            return { available: true, hits: [] };
          }),
        },
      }),
    },
    actions: {
      deliver: (_, { reply }) => void delivered.push(reply.content),
      deleteFinishing: () => void kept.push(null),
      reportFinished: ({ context }) => void (context.announcedHere && reported.push(context.key.orderId)),
      announceUndo: (_, { orderId }) => void withdrawn.push(orderId),
    },
  });
  const actor = createActor(machine, { input: { key, order: known, accept, finishing } }).start();
  const now = () => actor.getSnapshot();
  const reaches = (wanted: Phase) => until(actor, (s) => phase(s) === wanted);
  return {
    ...{ actor, now, until: reaches, delivered, kept, finishes, withdrawn, checks, reported },
    undoTimePasses: () => undoTime.give(),
    clockBreaks: () => undoTime.fail(new Error('no clock')),
  };
}

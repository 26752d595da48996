import { type ActorRefFrom, type SnapshotFrom, stateIn } from 'xstate';
import type { CaseFields } from '../../contract/http/record.ts';
import { emptyCase } from '../domain/record.ts';
import { endedAs } from './actors.ts';
import { type LoadedRecord, type RecordContext, type RecordNews, record, type SaveOutcome } from './recordSetup.ts';

type At = { context: RecordContext };
type Loaded = { event: { output: LoadedRecord } };
type Settled = { event: { output: SaveOutcome } };

const storeDraft = {
  type: 'storeDraft',
  params: ({ context: { orderId, patientId, fields, version } }: At) => ({ orderId, patientId, fields, version }),
} as const;
const deleteDraft = {
  type: 'deleteDraft',
  params: ({ context: { orderId, patientId } }: At) => ({ orderId, patientId }),
} as const;
const edit = { type: 'edit', params: ({ event }: { event: { patch: Partial<CaseFields> } }) => event.patch } as const;
const take = { type: 'take', params: ({ event }: Loaded) => event.output } as const;
const takeStored = {
  type: 'take',
  params: ({ event }: Loaded) => ({ stored: event.output.stored, draft: null }),
} as const;
const note = { type: 'note', params: ({ event }: Settled) => event.output } as const;

const news = ({ event: { version, status } }: { event: RecordNews }) => ({ version, status });
/** Signed on another device: the form becomes the signed record, and what was typed here is offered beside it. */
const whenSigned = { 'stored.changed': { guard: { type: 'isSignedNews', params: news }, target: 'loading' } } as const;
const takeSigned = {
  type: 'take',
  params: ({ event: { output } }: Settled) => ({
    stored: output.outcome === 'signedElsewhere' ? output.current : null,
    draft: null,
  }),
} as const;

const takeSame = {
  type: 'take',
  params: ({ event: { output } }: Settled) => ({
    stored: output.outcome === 'conflict' ? output.current : null,
    draft: null,
  }),
} as const;
const load = {
  id: 'load',
  src: 'load',
  input: ({ context: { orderId, patientId } }: At) => ({ orderId, patientId }),
} as const;

const found = (guard: 'isSigned' | 'isOutdated' | 'isUnsaved' | 'isSaved') =>
  ({ type: guard, params: ({ event }: Loaded) => event.output }) as const;
const saved = endedAs<SaveOutcome>();
const toSave =
  (sign: boolean) =>
  ({ context: { orderId, patientId, id, version, fields } }: At) => ({ orderId, patientId, id, version, fields, sign });

const sign = [{ guard: 'isComplete', target: 'signing' }, { actions: 'setMissing' }] as const;

/**
 * One consultation's medical record: stored locally on every change, saved automatically, locked once signed. A newer
 * version on the platform is shown as a conflict and never overwritten silently.
 */
export const recordMachine = record.createMachine({
  id: 'record',
  context: ({ input }) => ({
    ...input,
    fields: emptyCase,
    sent: null,
    id: null,
    version: 0,
    savedAt: null,
    current: null,
    missing: [],
    message: null,
    attempts: 0,
    resumed: false,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        ...load,
        onDone: [
          { guard: found('isSigned'), target: 'signed', actions: takeStored },
          { guard: found('isOutdated'), target: 'conflict', actions: take },
          { guard: found('isUnsaved'), target: 'dirty', actions: take },
          { guard: found('isSaved'), target: 'clean', actions: [takeStored, deleteDraft] },
          { target: 'clean', actions: takeStored },
        ],
        onError: 'unreachable',
      },
    },
    /** Text of another window that nothing has saved is shown beside the stored text. */
    comparing: {
      invoke: {
        ...load,
        onDone: [
          { guard: found('isSigned'), target: 'signed', actions: takeStored },
          { guard: found('isUnsaved'), target: 'conflict', actions: take },
          { target: 'clean', actions: takeStored },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      entry: 'countFailure',
      after: { backoff: 'loading' },
      on: { 'retry.requested': 'loading' },
    },
    clean: {
      tags: ['editable', 'saved'],
      on: {
        'field.changed': { target: 'dirty', actions: [edit, storeDraft] },
        'sign.requested': sign,
        'comparison.requested': 'comparing',
        'stored.changed': { guard: { type: 'isNewer', params: news }, target: 'refreshing' },
      },
    },
    /** Saved on another device: the form stays while it is read. Nothing was typed here, so there is nothing to compare. */
    refreshing: {
      tags: ['editable', 'saved'],
      on: {
        'field.changed': { target: 'dirty', actions: [edit, storeDraft] },
        'sign.requested': sign,
        'stored.changed': { target: 'refreshing', reenter: true },
      },
      invoke: {
        ...load,
        id: 'refresh',
        onDone: [
          { guard: found('isSigned'), target: 'signed', actions: takeStored },
          { target: 'clean', actions: takeStored },
        ],
        onError: 'clean',
      },
    },
    dirty: {
      tags: ['editable', 'unsaved'],
      after: { quiet: 'saving' },
      on: {
        'field.changed': { target: 'dirty', reenter: true, actions: [edit, storeDraft] },
        'save.requested': 'saving',
        'sign.requested': sign,
        ...whenSigned,
      },
    },
    saving: {
      tags: ['editable', 'saving'],
      entry: 'markSent',
      initial: 'draft',
      states: {
        draft: { on: { 'sign.requested': [{ guard: 'isComplete', target: 'signNext' }, { actions: 'setMissing' }] } },
        signNext: {},
      },
      on: { 'field.changed': { actions: [edit, storeDraft] } },
      invoke: {
        id: 'save',
        src: 'save',
        input: toSave(false),
        onDone: [
          {
            guard: { type: 'isSameElsewhere', params: ({ event }) => event.output },
            target: 'clean',
            actions: [takeSame, deleteDraft],
          },
          { guard: saved.is('conflict'), target: 'conflict', actions: note },
          { guard: saved.is('signedElsewhere'), target: 'signed', actions: takeSigned },
          { guard: saved.is('refused'), target: 'refused', actions: note },
          { guard: stateIn('#record.saving.signNext'), target: 'signing', actions: note },
          { guard: 'isUnchangedSinceSent', target: 'clean', actions: [note, deleteDraft] },
          { target: 'dirty', actions: [note, storeDraft] },
        ],
        onError: 'failed',
      },
    },
    failed: {
      tags: ['editable', 'unsaved'],
      entry: 'countFailure',
      after: { backoff: 'saving' },
      on: {
        'field.changed': { actions: [edit, storeDraft] },
        'save.requested': 'saving',
        'retry.requested': 'saving',
        ...whenSigned,
      },
    },
    refused: {
      tags: ['unsaved'],
      on: {
        'field.changed': { target: 'dirty', actions: [edit, storeDraft] },
        'save.requested': 'saving',
        'retry.requested': 'loading',
        ...whenSigned,
      },
    },
    conflict: {
      tags: ['unsaved'],
      on: {
        'conflict.resolved': {
          target: 'saving',
          actions: [{ type: 'adopt', params: ({ event }) => event.fields }, storeDraft],
        },
        ...whenSigned,
      },
    },
    signing: {
      tags: ['saving'],
      invoke: {
        id: 'sign',
        src: 'save',
        input: toSave(true),
        onDone: [
          { guard: saved.is('conflict'), target: 'conflict', actions: note },
          { guard: saved.is('signedElsewhere'), target: 'signed', actions: takeSigned },
          { guard: saved.is('refused'), target: 'refused', actions: note },
          { target: 'signed.fresh', actions: [note, deleteDraft] },
        ],
        onError: 'failed',
      },
    },
    signed: {
      tags: ['locked', 'saved'],
      initial: 'known',
      states: {
        /** What another device adds is read as well. */
        known: { on: { 'stored.changed': 'fresh' } },
        /** Signed here just now: the platform says as whom, and with which picture. */
        fresh: {
          invoke: {
            id: 'reload',
            src: 'load',
            input: ({ context: { orderId, patientId } }) => ({ orderId, patientId }),
            onDone: [{ guard: found('isSigned'), target: 'known', actions: takeStored }, { target: 'known' }],
            onError: 'known',
          },
        },
      },
    },
  },
});

export type RecordActor = ActorRefFrom<typeof recordMachine>;

/** The save status shown beside the form. */
export const saveState = (s: SnapshotFrom<typeof recordMachine>): 'saved' | 'saving' | 'unsaved' | 'none' =>
  s.hasTag('saving') ? 'saving' : s.hasTag('unsaved') ? 'unsaved' : s.hasTag('saved') ? 'saved' : 'none';

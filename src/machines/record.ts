import { type ActorRefFrom, assign, setup, stateIn } from 'xstate';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import type { CaseId } from '../../contract/ids.ts';
import {
  emptyRecord,
  fieldsOf,
  type LoadedRecord,
  type MissingField,
  missingForSigning,
  namedAsStored,
  type RecordDraft,
  type RecordInput,
  type RecordNews,
  type SaveInput,
  type SaveOutcome,
  sameFields,
} from '../domain/record.ts';
import { endedAs, placeholderActor } from './actors.ts';

export type RecordContext = RecordInput & {
  readonly fields: CaseFields;
  /** The stored version that the fields were written upon; null for a local copy upon an older one. */
  readonly base: CaseFields | null;
  readonly sent: CaseFields | null;
  readonly id: CaseId | null;
  readonly version: number;
  readonly savedAt: number | null;
  readonly current: CaseInfo | null;
  readonly missing: readonly MissingField[];
  readonly message: string | null;
  readonly attempts: number;
  /** True if the fields came from the local copy, not from the platform. */
  readonly resumed: boolean;
};

const noted = ({ sent, base }: RecordContext, outcome: SaveOutcome): Partial<RecordContext> => {
  switch (outcome.outcome) {
    case 'saved':
      return {
        id: outcome.id,
        version: outcome.version,
        base: sent ?? base,
        savedAt: outcome.at,
        attempts: 0,
        message: null,
        resumed: false,
      };
    case 'conflict':
    case 'signedElsewhere':
      return { current: outcome.current };
    case 'refused':
      return { message: outcome.message };
  }
};

function baseOf({ stored, draft }: LoadedRecord): CaseFields | null {
  if (draft && draft.version !== (stored?.version ?? 0)) return null;
  return stored ? fieldsOf(stored) : emptyRecord;
}

export const record = setup({
  types: {
    input: {} as RecordInput,
    context: {} as RecordContext,
    events: {} as
      | { type: 'field.changed'; patch: Partial<CaseFields> }
      | { type: 'save.requested' }
      | { type: 'sign.requested' }
      | { type: 'conflict.resolved'; fields: CaseFields }
      | { type: 'comparison.requested' }
      | ({ type: 'stored.changed' } & RecordNews)
      | { type: 'retry.requested' },
    tags: {} as 'editable' | 'saving' | 'unsaved' | 'saved' | 'signed',
  },
  actors: {
    load: placeholderActor<LoadedRecord, RecordInput>('load'),
    save: placeholderActor<SaveOutcome, SaveInput>('save'),
  },
  actions: {
    /** The form goes on with the local copy that was read, which another window may have left. */
    resumeDraft: (_, _of: RecordInput) => {},
    /** Stores an encrypted local copy; the composition root provides it. */
    storeDraft: (_, _draft: RecordInput & RecordDraft) => {},
    deleteDraft: (_, _of: RecordInput) => {},
    edit: assign(({ context }, patch: Partial<CaseFields>) => {
      const fields = { ...context.fields, ...patch };
      return { fields, missing: context.missing.length === 0 ? context.missing : missingForSigning(fields) };
    }),
    take: assign((_, { stored, draft }: LoadedRecord) => ({
      fields: draft ? namedAsStored(draft.fields, stored) : stored ? fieldsOf(stored) : emptyRecord,
      base: baseOf({ stored, draft }),
      id: stored?.id ?? null,
      version: stored?.version ?? 0,
      savedAt: stored?.updateTime ?? null,
      current: stored,
      attempts: 0,
      resumed: draft !== null,
    })),
    note: assign(({ context }, outcome: SaveOutcome) => noted(context, outcome)),
    adopt: assign(({ context }, fields: CaseFields) => ({
      fields,
      base: context.current ? fieldsOf(context.current) : context.base,
      id: context.current?.id ?? context.id,
      version: context.current?.version ?? context.version,
    })),
    setMissing: assign(({ context }) => ({ missing: missingForSigning(context.fields) })),
    countFailure: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    markSent: assign(({ context }) => ({ sent: context.fields })),
  },
  guards: {
    isComplete: ({ context }) => missingForSigning(context.fields).length === 0,
    isUnchangedSinceSent: ({ context }) => context.sent !== null && sameFields(context.sent, context.fields),
    /** The other window saved the same content, so there is nothing to choose. */
    isSameElsewhere: ({ context }, outcome: SaveOutcome) =>
      outcome.outcome === 'conflict' &&
      outcome.current.status !== RecordStatus.signed &&
      sameFields(context.fields, fieldsOf(outcome.current)),
    isNewer: ({ context }, { version }: RecordNews) => version === null || version > context.version,
    isSignedNews: (_, { status }: RecordNews) => status === RecordStatus.signed,
    hasDraft: (_, { draft }: LoadedRecord) => draft !== null,
    isSigned: (_, { stored }: LoadedRecord) => stored?.status === RecordStatus.signed,
    isOutdated: (_, { stored, draft }: LoadedRecord) =>
      draft !== null &&
      stored !== null &&
      draft.version !== stored.version &&
      !sameFields(draft.fields, fieldsOf(stored)),
    isUnsaved: (_, { stored, draft }: LoadedRecord) =>
      draft !== null && !(stored && sameFields(draft.fields, fieldsOf(stored))),
  },
  delays: {
    quiet: 1_500,
    backoff: ({ context }) => Math.min(60_000, 2_000 * 2 ** Math.min(context.attempts, 5)),
  },
});

type At = { context: RecordContext };
type Loaded = { event: { output: LoadedRecord } };
type Saved = { event: { output: SaveOutcome } };

const ofOrder = ({ context: { orderId, patientId } }: At) => ({ orderId, patientId });
const storeDraft = {
  type: 'storeDraft',
  params: ({ context: { orderId, patientId, fields, version } }: At) => ({ orderId, patientId, fields, version }),
} as const;
const resumeDraft = { type: 'resumeDraft', params: ofOrder } as const;
const deleteDraft = { type: 'deleteDraft', params: ofOrder } as const;
const edit = { type: 'edit', params: ({ event }: { event: { patch: Partial<CaseFields> } }) => event.patch } as const;
const take = { type: 'take', params: ({ event }: Loaded) => event.output } as const;
const takeStored = {
  type: 'take',
  params: ({ event }: Loaded) => ({ stored: event.output.stored, draft: null }),
} as const;
const note = { type: 'note', params: ({ event }: Saved) => event.output } as const;
const news = ({ event: { version, status } }: { event: RecordNews }) => ({ version, status });
/** Signed on another device: the form becomes the signed record, and what was typed here is offered beside it. */
const whenSigned = { 'stored.changed': { guard: { type: 'isSignedNews', params: news }, target: 'loading' } } as const;
const saved = endedAs<SaveOutcome>();
const takeSigned = {
  type: 'take',
  params: saved.params('signedElsewhere', ({ current }) => ({ stored: current, draft: null })),
} as const;
const found = (guard: 'isSigned' | 'isOutdated' | 'isUnsaved' | 'hasDraft') =>
  ({ type: guard, params: ({ event }: Loaded) => event.output }) as const;
const load = { id: 'load', src: 'load', input: ofOrder } as const;
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
    fields: emptyRecord,
    base: null,
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
      on: { 'stored.changed': { target: 'loading', reenter: true } },
      invoke: {
        ...load,
        onDone: [
          { guard: found('isSigned'), target: 'signed', actions: takeStored },
          { guard: found('isOutdated'), target: 'conflict', actions: [take, resumeDraft] },
          { guard: found('isUnsaved'), target: 'dirty', actions: [take, resumeDraft] },
          { guard: found('hasDraft'), target: 'clean', actions: [takeStored, resumeDraft, deleteDraft] },
          { target: 'clean', actions: takeStored },
        ],
        onError: 'unreachable',
      },
    },
    /** Text of another window that nothing has saved is shown beside the stored text. */
    comparing: {
      on: { 'stored.changed': { target: 'comparing', reenter: true } },
      invoke: {
        ...load,
        onDone: [
          { guard: found('isSigned'), target: 'signed', actions: takeStored },
          { guard: found('isUnsaved'), target: 'conflict', actions: [take, resumeDraft] },
          // That text was saved meanwhile; another window may have left one more.
          { guard: found('hasDraft'), target: 'comparing', reenter: true, actions: [resumeDraft, deleteDraft] },
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
            actions: [
              {
                type: 'take',
                params: saved.params('conflict', ({ current }) => ({ stored: current, draft: null })),
              },
              deleteDraft,
            ],
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
      tags: ['signed', 'saved'],
      initial: 'known',
      /** What another device adds is read as well. */
      on: { 'stored.changed': '.fresh' },
      states: {
        known: {},
        /** Signed here just now: the platform says as whom, and with which picture. */
        fresh: {
          invoke: {
            ...load,
            id: 'reload',
            onDone: [{ guard: found('isSigned'), target: 'known', actions: takeStored }, { target: 'known' }],
            onError: 'known',
          },
        },
      },
    },
  },
});

export type RecordActor = ActorRefFrom<typeof recordMachine>;

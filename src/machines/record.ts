import { type ActorRefFrom, assign, sendTo, setup, stateIn } from 'xstate';
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
import { placeholderActor } from './actors.ts';
import { type AutosaveEnd, createAutosave } from './autosave.ts';

/** Brings what is typed in a record to the platform. */
export const recordAutosave = createAutosave<SaveInput, SaveOutcome>();
type SaveEnd = AutosaveEnd<SaveInput, SaveOutcome>;

export type RecordContext = RecordInput & {
  readonly fields: CaseFields;
  /** The stored version that the fields were written upon; null for a local copy upon an older one. */
  readonly base: CaseFields | null;
  readonly id: CaseId | null;
  readonly version: number;
  readonly savedAt: number | null;
  readonly current: CaseInfo | null;
  readonly missing: readonly MissingField[];
  readonly message: string | null;
  /** Failed loads since the last one that succeeded. */
  readonly attempts: number;
  /** True if the fields came from the local copy, not from the platform. */
  readonly resumed: boolean;
};

const noted = ({ base }: RecordContext, { outcome, sent }: SaveEnd): Partial<RecordContext> => {
  switch (outcome.outcome) {
    case 'saved':
      return {
        id: outcome.id,
        version: outcome.version,
        base: sent?.fields ?? base,
        savedAt: outcome.at,
        message: null,
        resumed: false,
      };
    case 'conflict':
    case 'signedElsewhere':
      return { current: outcome.current };
    case 'refused':
      return { message: outcome.message };
    case 'failed':
      return {};
  }
};

function baseOf({ stored, draft }: LoadedRecord): CaseFields | null {
  if (draft && draft.version !== (stored?.version ?? 0)) return null;
  return stored ? fieldsOf(stored) : emptyRecord;
}

const taken = ({ stored, draft }: LoadedRecord): Partial<RecordContext> => ({
  fields: draft ? namedAsStored(draft.fields, stored) : stored ? fieldsOf(stored) : emptyRecord,
  base: baseOf({ stored, draft }),
  id: stored?.id ?? null,
  version: stored?.version ?? 0,
  savedAt: stored?.updateTime ?? null,
  current: stored,
  attempts: 0,
  resumed: draft !== null,
});

const textOf = ({ orderId, patientId, id, version, fields }: RecordContext, sign: boolean): SaveInput => ({
  ...{ orderId, patientId, id, version, fields, sign },
});

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
      | { type: 'retry.requested' }
      | { type: 'saving.began' }
      | SaveEnd,
    tags: {} as 'editable' | 'saving' | 'unsaved' | 'saved' | 'signed',
    children: {} as { autosave: 'autosave' },
  },
  actors: {
    load: placeholderActor<LoadedRecord, RecordInput>('load'),
    autosave: recordAutosave,
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
    take: assign((_, loaded: LoadedRecord) => taken(loaded)),
    /** What the platform has becomes what is shown. */
    takeCurrent: assign((_, { outcome }: SaveEnd) =>
      'current' in outcome ? taken({ stored: outcome.current, draft: null }) : {},
    ),
    note: assign(({ context }, end: SaveEnd) => noted(context, end)),
    write: sendTo('autosave', ({ context }, { sign, now }: { sign: boolean; now: boolean }) => ({
      ...{ type: 'text.written', now, text: textOf(context, sign) },
    })),
    saveNow: sendTo('autosave', { type: 'save.requested' }),
    adopt: assign(({ context }, fields: CaseFields) => ({
      fields,
      base: context.current ? fieldsOf(context.current) : context.base,
      id: context.current?.id ?? context.id,
      version: context.current?.version ?? context.version,
    })),
    setMissing: assign(({ context }) => ({ missing: missingForSigning(context.fields) })),
    countFailure: assign(({ context }) => ({ attempts: context.attempts + 1 })),
  },
  guards: {
    isOutcome: (_, { outcome, end }: { outcome: string; end: SaveEnd }) => end.outcome.outcome === outcome,
    isComplete: ({ context }) => missingForSigning(context.fields).length === 0,
    isNewestText: (_, { isNewest }: SaveEnd) => isNewest,
    /** The other window saved the same content, so there is nothing to choose. */
    isSameElsewhere: ({ context }, { outcome }: SaveEnd) =>
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
    backoff: ({ context }) => Math.min(60_000, 2_000 * 2 ** Math.min(context.attempts, 5)),
  },
});

type At = { context: RecordContext };
type Loaded = { event: { output: LoadedRecord } };

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
const ended = ({ event }: { event: SaveEnd }) => event;
const note = { type: 'note', params: ended } as const;
const news = ({ event: { version, status } }: { event: RecordNews }) => ({ version, status });
/** Signed on another device: the form becomes the signed record, and what was typed here is offered beside it. */
const whenSigned = {
  'stored.changed': { guard: { type: 'isSignedNews', params: news }, target: '#record.loading' },
} as const;
const takeCurrent = { type: 'takeCurrent', params: ended } as const;
const endedAs = (outcome: SaveEnd['outcome']['outcome']) =>
  ({ type: 'isOutcome', params: ({ event }: { event: SaveEnd }) => ({ outcome, end: event }) }) as const;
const found = (guard: 'isSigned' | 'isOutdated' | 'isUnsaved' | 'hasDraft') =>
  ({ type: guard, params: ({ event }: Loaded) => event.output }) as const;
const load = { id: 'load', src: 'load', input: ofOrder } as const;
const write = { type: 'write', params: { sign: false, now: false } } as const;
const writeNow = { type: 'write', params: { sign: false, now: true } } as const;
const signNow = { type: 'write', params: { sign: true, now: true } } as const;
const sign = [{ guard: 'isComplete', target: 'signing' }, { actions: 'setMissing' }] as const;
const typed = [edit, storeDraft] as const;

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
          { guard: found('isOutdated'), target: 'open.conflict', actions: [take, resumeDraft] },
          { guard: found('isUnsaved'), target: 'open.unsaved', actions: [take, resumeDraft] },
          { guard: found('hasDraft'), target: 'open.clean', actions: [takeStored, resumeDraft, deleteDraft] },
          { target: 'open.clean', actions: takeStored },
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
          { guard: found('isUnsaved'), target: 'open.conflict', actions: [take, resumeDraft] },
          // That text was saved meanwhile; another window may have left one more.
          { guard: found('hasDraft'), target: 'comparing', reenter: true, actions: [resumeDraft, deleteDraft] },
          { target: 'open.clean', actions: takeStored },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      entry: 'countFailure',
      after: { backoff: 'loading' },
      on: { 'retry.requested': 'loading' },
    },
    open: {
      invoke: { id: 'autosave', src: 'autosave' },
      initial: 'clean',
      states: {
        clean: {
          tags: ['editable', 'saved'],
          on: {
            'field.changed': { target: 'unsaved', actions: typed },
            'sign.requested': sign,
            'comparison.requested': '#record.comparing',
            'stored.changed': { guard: { type: 'isNewer', params: news }, target: 'refreshing' },
          },
        },
        /** Saved on another device: the form stays while it is read. Nothing was typed here, so there is nothing to compare. */
        refreshing: {
          tags: ['editable', 'saved'],
          on: {
            'field.changed': { target: 'unsaved', actions: typed },
            'sign.requested': sign,
            'stored.changed': { target: 'refreshing', reenter: true },
          },
          invoke: {
            ...load,
            id: 'refresh',
            onDone: [
              { guard: found('isSigned'), target: '#record.signed', actions: takeStored },
              { target: 'clean', actions: takeStored },
            ],
            onError: 'clean',
          },
        },
        unsaved: {
          tags: ['editable', 'unsaved'],
          entry: write,
          on: {
            'field.changed': { actions: [...typed, write] },
            'save.requested': { actions: 'saveNow' },
            'sign.requested': sign,
            'saving.began': 'saving',
            ...whenSigned,
          },
        },
        saving: {
          tags: ['editable', 'saving'],
          initial: 'draft',
          states: {
            draft: {
              on: { 'sign.requested': [{ guard: 'isComplete', target: 'signNext' }, { actions: 'setMissing' }] },
            },
            signNext: {},
          },
          on: {
            'field.changed': { actions: [...typed, write] },
            'saving.ended': [
              {
                guard: { type: 'isSameElsewhere', params: ended },
                target: 'clean',
                actions: [takeCurrent, deleteDraft],
              },
              { guard: endedAs('conflict'), target: 'conflict', actions: note },
              { guard: endedAs('signedElsewhere'), target: '#record.signed', actions: takeCurrent },
              { guard: endedAs('refused'), target: 'refused', actions: note },
              { guard: endedAs('failed'), target: 'failed' },
              { guard: stateIn('#record.open.saving.signNext'), target: 'signing', actions: note },
              { guard: { type: 'isNewestText', params: ended }, target: 'clean', actions: [note, deleteDraft] },
              // What is saved next must name the version that this save made.
              { target: 'unsaved', actions: [note, storeDraft] },
            ],
          },
        },
        failed: {
          tags: ['editable', 'unsaved'],
          on: {
            'field.changed': { actions: [...typed, write] },
            'save.requested': { actions: 'saveNow' },
            'retry.requested': { actions: 'saveNow' },
            'saving.began': 'saving',
            ...whenSigned,
          },
        },
        refused: {
          tags: ['unsaved'],
          on: {
            'field.changed': { target: 'unsaved', actions: typed },
            'save.requested': { actions: 'saveNow' },
            'retry.requested': '#record.loading',
            'saving.began': 'saving',
            ...whenSigned,
          },
        },
        conflict: {
          tags: ['unsaved'],
          on: {
            'conflict.resolved': {
              target: 'saving',
              actions: [{ type: 'adopt', params: ({ event }) => event.fields }, storeDraft, writeNow],
            },
            ...whenSigned,
          },
        },
        signing: {
          tags: ['saving'],
          entry: signNow,
          on: {
            'saving.ended': [
              { guard: endedAs('conflict'), target: 'conflict', actions: note },
              { guard: endedAs('signedElsewhere'), target: '#record.signed', actions: takeCurrent },
              { guard: endedAs('refused'), target: 'refused', actions: note },
              // What is tried again is the text without the signature, which the doctor asks for anew.
              { guard: endedAs('failed'), target: 'failed', actions: write },
              { target: '#record.signed.fresh', actions: [note, deleteDraft] },
            ],
          },
        },
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

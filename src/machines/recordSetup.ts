import { assign, setup } from 'xstate';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import type { CaseId, OrderId, PatientId } from '../../contract/ids.ts';
import {
  emptyCase,
  fieldsOf,
  type MissingField,
  missingForSigning,
  type RecordDraft,
  RecordStatus,
  sameFields,
} from '../domain/record.ts';
import { placeholderActor } from './actors.ts';

export type RecordInput = { readonly orderId: OrderId; readonly patientId: PatientId };

/** The platform's version of the record and the locally stored copy, if any. */
export type LoadedRecord = { readonly stored: CaseInfo | null; readonly draft: RecordDraft | null };

export type SaveInput = RecordInput & {
  readonly id: CaseId | null;
  readonly version: number;
  readonly fields: CaseFields;
  readonly sign: boolean;
};

/** `refused` is final (consultation over). A lost connection rejects the actor and is retried. */
export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly id: CaseId; readonly version: number; readonly at: number }
  | { readonly outcome: 'conflict'; readonly current: CaseInfo }
  | { readonly outcome: 'signedElsewhere'; readonly current: CaseInfo }
  | { readonly outcome: 'refused'; readonly message: string };

/** What is known of a change on the platform; null after a gap, in which changes may have been missed. */
export type RecordNews = { readonly version: number | null; readonly status: number | null };

export type RecordContext = RecordInput & {
  readonly fields: CaseFields;
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

const noted = (outcome: SaveOutcome): Partial<RecordContext> => {
  switch (outcome.outcome) {
    case 'saved':
      return {
        id: outcome.id,
        version: outcome.version,
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

/** Types, actors, actions and guards of the record machine. */
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
    tags: {} as 'editable' | 'saving' | 'unsaved' | 'saved' | 'locked',
  },
  actors: {
    load: placeholderActor<LoadedRecord, RecordInput>('load'),
    save: placeholderActor<SaveOutcome, SaveInput>('save'),
  },
  actions: {
    /** Stores an encrypted local copy; the composition root provides it. */
    storeDraft: (_, _draft: RecordInput & RecordDraft) => {},
    deleteDraft: (_, _of: RecordInput) => {},
    edit: assign(({ context }, patch: Partial<CaseFields>) => {
      const fields = { ...context.fields, ...patch };
      return { fields, missing: context.missing.length === 0 ? context.missing : missingForSigning(fields) };
    }),
    take: assign((_, { stored, draft }: LoadedRecord) => ({
      fields: draft?.fields ?? (stored ? fieldsOf(stored) : emptyCase),
      id: stored?.id ?? null,
      version: stored?.version ?? 0,
      savedAt: stored?.updateTime ?? null,
      current: stored,
      resumed: draft !== null,
    })),
    note: assign((_, outcome: SaveOutcome) => noted(outcome)),
    adopt: assign(({ context }, fields: CaseFields) => ({
      fields,
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
    isSaved: (_, { draft }: LoadedRecord) => draft !== null,
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

import { fromPromise } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { CaseInfo } from '../../../contract/http/record.ts';
import { draftKey } from '../../domain/drafts.ts';
import { RecordDraft, RecordStatus } from '../../domain/record.ts';
import { recordMachine } from '../../machines/record.ts';
import type { LoadedRecord, SaveInput, SaveOutcome } from '../../machines/recordSetup.ts';
import type { DraftStorage } from './drafts.ts';

type Needs = {
  readonly api: Api;
  readonly drafts: DraftStorage;
  /** Called after the platform stored a signed record, which also changes the order. */
  readonly onSigned: () => void;
};

/** The record machine, connected to the platform's API and the local drafts. */
export const createRecordMachine = ({ api, drafts, onSigned }: Needs) =>
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
      save: fromPromise(async ({ input }: { input: SaveInput }) => {
        const outcome = await save(api, input);
        if (input.sign && outcome.outcome === 'saved') onSigned();
        return outcome;
      }),
    },
    actions: {
      storeDraft: (_, { orderId, fields, version }) => drafts.write(draftKey('record', orderId), { fields, version }),
      deleteDraft: (_, { orderId }) => drafts.drop(draftKey('record', orderId)),
    },
  });

async function save(api: Api, { sign, id, ...record }: SaveInput): Promise<SaveOutcome> {
  const status = sign ? RecordStatus.signed : RecordStatus.draft;
  const body = { ...record.fields, ...(id ? { id } : {}), orderId: record.orderId, patientId: record.patientId };
  const answer = await api.saveCase({ ...body, status, version: record.version }, { quiet: true });
  if (answer.ok) {
    const { id: stored, version, updateTime } = answer.data;
    return { outcome: 'saved', id: stored, version, at: updateTime };
  }
  const { failure } = answer;
  const conflict = failure.code === Code.recordChanged ? currentIn(failure.data) : null;
  if (conflict) return { outcome: 'conflict', current: conflict };
  if (failure.kind === 'business' || failure.kind === 'forbidden' || failure.kind === 'notFound')
    return { outcome: 'refused', message: failure.message };
  throw new Error(failure.message);
}

/** The newer record in a conflict answer. */
function currentIn(data: unknown): CaseInfo | null {
  const current = typeof data === 'object' && data !== null && 'current' in data ? data.current : null;
  const read = CaseInfo.safeParse(current);
  return read.success ? read.data : null;
}

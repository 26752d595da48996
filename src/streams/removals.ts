import { BehaviorSubject } from 'rxjs';
import type { Answer, Failure } from '../../contract/operation.ts';
import { mayHaveChanged } from '../domain/answers.ts';
import type { Live } from './live.ts';

/** State of a removal: `waiting` can be undone, `removing` is being sent, `failed` still exists. */
export type Removal =
  | { readonly state: 'waiting' | 'removing' }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Removals that can be undone for a while. */
export type Removals<Id> = {
  readonly pending$: Live<ReadonlyMap<Id, Removal>>;
  remove(id: Id): void;
  undo(id: Id): void;
  /** Ends the undo period: waiting removals are sent at once. */
  carryOutAll(): void;
};

type Needs<Id> = {
  readonly remove: (id: Id) => Promise<Answer<unknown>>;
  /** Called when the list may have changed: also by a removal whose answer was lost. */
  readonly changed: (id: Id) => void;
  readonly undoMs: number;
};

/** Sends a removal only after the undo period, so that undoing loses nothing. */
export function createRemovals<Id>({ remove, changed, undoMs }: Needs<Id>): Removals<Id> {
  const pending$ = new BehaviorSubject<ReadonlyMap<Id, Removal>>(new Map());
  const timers = new Map<Id, ReturnType<typeof setTimeout>>();

  function note(id: Id, removal: Removal | null) {
    const next = new Map(pending$.value);
    if (removal === null) next.delete(id);
    else next.set(id, removal);
    pending$.next(next);
  }

  async function carryOut(id: Id) {
    timers.delete(id);
    note(id, { state: 'removing' });
    const answer = await remove(id);
    if (mayHaveChanged(answer)) changed(id);
    note(id, answer.ok ? null : { state: 'failed', failure: answer.failure });
  }

  return {
    pending$,
    remove(id) {
      if (timers.has(id) || pending$.value.get(id)?.state === 'removing') return;
      note(id, { state: 'waiting' });
      timers.set(
        id,
        setTimeout(() => void carryOut(id), undoMs),
      );
    },
    undo(id) {
      if (pending$.value.get(id)?.state === 'removing') return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      note(id, null);
    },
    carryOutAll() {
      for (const [id, timer] of timers) {
        clearTimeout(timer);
        void carryOut(id);
      }
    },
  };
}

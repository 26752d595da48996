import { distinctUntilChanged, map, merge, type Observable, Subject, type Subscription, scan } from 'rxjs';
import type { OpenQuestion } from '../../contract/extension/reviewQuestions.ts';
import { type Live, live } from './live.ts';
import { freshness, type Refreshed, type RefreshNeeds, refreshOnHint } from './refreshOnHint.ts';

/** The questions of auditors that wait for this doctor, oldest first. */
export type OpenQuestions = {
  readonly questions: readonly OpenQuestion[];
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
};

type Needs = RefreshNeeds & { readonly load: () => Observable<readonly OpenQuestion[]> };

type Change = Refreshed<readonly OpenQuestion[]> | { readonly kind: 'link'; readonly linked: boolean };

type State = {
  readonly questions: readonly OpenQuestion[];
  readonly linked: boolean;
  readonly failed: boolean;
  readonly loaded: boolean;
};

const initial: State = { questions: [], linked: true, failed: false, loaded: false };

function changed(state: State, change: Change): State {
  switch (change.kind) {
    case 'requested':
      return state;
    case 'loaded':
      return { ...state, questions: change.value, failed: false, loaded: true };
    case 'failed':
      return { ...state, failed: true };
    case 'link':
      return { ...state, linked: change.linked };
  }
}

const shown = ({ questions, ...state }: State): OpenQuestions => ({ questions, state: freshness(state) });

/** Loads the doctor's open questions, again after each pushed change, after a lost connection, and at an interval. */
export function createOpenQuestions({ load, ...needs }: Needs, scope: Subscription) {
  const refresh$ = new Subject<void>();
  const changes$ = merge(
    needs.linked$.pipe(
      distinctUntilChanged(),
      map((linked): Change => ({ kind: 'link', linked })),
    ),
    refreshOnHint(load, refresh$, needs),
  );
  const open$: Live<OpenQuestions> = live(
    changes$.pipe(scan(changed, initial), distinctUntilChanged(), map(shown)),
    shown(initial),
    scope,
  );
  return { open$, refresh: () => refresh$.next() };
}

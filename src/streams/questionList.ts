import { distinctUntilChanged, map, merge, type Observable, Subject, type Subscription, scan } from 'rxjs';
import type { OpenQuestion } from '../../contract/extension/reviewQuestions.ts';
import { type Live, live } from './live.ts';
import { freshness, type Refreshed, type RefreshNeeds, refreshOnHint } from './refreshOnHint.ts';

/** Questions of auditors, oldest first. */
export type QuestionList<Question> = {
  readonly questions: readonly Question[];
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
};

/** Those that wait for this doctor. */
export type OpenQuestions = QuestionList<OpenQuestion>;

type Needs<Question> = RefreshNeeds & { readonly load: () => Observable<readonly Question[]> };

type Change<Question> = Refreshed<readonly Question[]> | { readonly kind: 'link'; readonly linked: boolean };

type State<Question> = {
  readonly questions: readonly Question[];
  readonly linked: boolean;
  readonly failed: boolean;
  readonly loaded: boolean;
};

const initial = { questions: [], linked: true, failed: false, loaded: false };

function changed<Question>(state: State<Question>, change: Change<Question>): State<Question> {
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

const shown = <Question>({ questions, ...state }: State<Question>): QuestionList<Question> => ({
  questions,
  state: freshness(state),
});

/** Loads a list of questions, again after each pushed change, after a lost connection, and at an interval. */
export function createQuestionList<Question>({ load, ...needs }: Needs<Question>, scope: Subscription) {
  const refresh$ = new Subject<void>();
  const changes$: Observable<Change<Question>> = merge(
    needs.linked$.pipe(
      distinctUntilChanged(),
      map((linked) => ({ kind: 'link', linked }) as const),
    ),
    refreshOnHint(load, refresh$, needs),
  );
  const list$: Live<QuestionList<Question>> = live(
    changes$.pipe(scan(changed<Question>, initial), distinctUntilChanged(), map(shown)),
    shown<Question>(initial),
    scope,
  );
  return { list$, refresh: () => refresh$.next() };
}

import { map, type Observable, type Subscription } from 'rxjs';
import type { OpenQuestion } from '../../contract/extension/reviewQuestions.ts';
import { type Live, live } from './live.ts';
import { createLoaded, type Loaded } from './loaded.ts';
import type { RefreshNeeds } from './refreshOnHint.ts';

/** Questions of reviewers, oldest first. */
export type QuestionList<Question> = {
  readonly questions: readonly Question[];
  readonly state: Loaded<unknown>['state'];
};

/** Those that wait for this doctor. */
export type OpenQuestions = QuestionList<OpenQuestion>;

type Needs<Question> = RefreshNeeds & { readonly load: () => Observable<readonly Question[]> };

const listOf = <Question>({ value, state }: Loaded<readonly Question[]>): QuestionList<Question> => ({
  questions: value ?? [],
  state,
});

/** Loads a list of questions and keeps it fresh. */
export function createQuestionList<Question>(needs: Needs<Question>, scope: Subscription) {
  const { loaded$, refresh } = createLoaded<readonly Question[]>(needs, scope);
  const list$: Live<QuestionList<Question>> = live(
    loaded$.pipe(map(listOf<Question>)),
    listOf<Question>(loaded$.value),
    scope,
  );
  return { list$, refresh };
}

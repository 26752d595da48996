import { BehaviorSubject, filter, first, type Observable, pairwise, Subject, type Subscription } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { OpenQuestion } from '../../../contract/extension/reviewQuestions.ts';
import type { QuestionId } from '../../../contract/ids.ts';
import { answerDraftKey } from '../../domain/drafts.ts';
import type { Inspection } from '../../machines/actors.ts';
import { threadEntryMachine } from '../../machines/threadEntry.ts';
import type { QuestionCard, QuestionServices } from '../../screens/app/reviewerServices.ts';
import type { SearchedDrafts } from '../../services/draftBook.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { createQuestionList, type OpenQuestions } from '../../streams/questionList.ts';
import { entryOutcome, startEntry } from './threadEntries.ts';

type Needs = {
  readonly inspection?: Inspection;
  readonly api: Api;
  /** The calls that ask for the password before the first signature. */
  readonly signedApi: Api;
  readonly hints$: Observable<unknown>;
  readonly linked$: Observable<boolean>;
  readonly visible$: Observable<boolean>;
  readonly drafts: SearchedDrafts;
};

const Text = z.object({ text: z.string() });
/** An answer with its question, so that it can be shown when the question does not wait any more. */
const Written = z.extend(Text, { question: OpenQuestion });
export const timings = { everyMs: 60_000, maxPauseMs: 60_000 };

/** The questions that wait for the signed-in doctor, each with the answer that is being written. */
export function openQuestionServices(needs: Needs, scope: Subscription): QuestionServices {
  const { inspection, api, signedApi, drafts, ...hints } = needs;
  const load = () => fromAnswer(() => api.openReviewQuestions({}, { quiet: true }));
  const { list$: open$, refresh } = createQuestionList({ load, ...hints, ...timings }, scope);
  const cards$ = new BehaviorSubject<readonly QuestionCard[]>([]);
  const answered$ = new Subject<OpenQuestion>();
  const opening = new Set<QuestionId>();
  const isOpen = (id: QuestionId) => open$.value.questions.some((one) => one.id === id);

  const entryFor = (question: OpenQuestion, text: string) => {
    const { id } = question;
    return createActor(
      threadEntryMachine.provide({
        actors: {
          send: fromPromise(async ({ input }) =>
            entryOutcome(await signedApi.answerReviewQuestion({ id, ...input }, { quiet: true })),
          ),
        },
        actions: {
          storeDraft: (_, written) =>
            written === ''
              ? drafts.empty(answerDraftKey(id))
              : drafts.write(answerDraftKey(id), { text: written, question } satisfies z.infer<typeof Written>),
          dropDraft: () => drafts.drop(answerDraftKey(id)),
        },
      }),
      { input: { text }, ...inspection },
    );
  };

  async function open(question: OpenQuestion) {
    const { id } = question;
    opening.add(id);
    const draft = await drafts.read(answerDraftKey(id), Text);
    opening.delete(id);
    if (scope.closed || (!isOpen(id) && isBlank(draft?.text))) return;
    drafts.adopt(answerDraftKey(id));
    const entry = entryFor(question, draft?.text ?? '');
    entry.subscribe({
      complete() {
        cards$.next(cards$.value.filter((card) => card.question.id !== id));
        if (entry.getSnapshot().matches('stored')) answered$.next(question);
        void openLeft();
        refresh();
      },
    });
    startEntry(entry, { drafts, key: answerDraftKey(id), scope });
    if (!isOpen(id)) entry.send({ type: 'question.ended' });
    const { questions } = open$.value;
    const place = (card: QuestionCard) => questions.findIndex((one) => one.id === card.question.id);
    cards$.next([...cards$.value, { question, entry }].sort((a, b) => place(a) - place(b)));
  }

  const known = (id: QuestionId) => opening.has(id) || cards$.value.some((card) => card.question.id === id);

  /** Shows what was typed in another window, to questions that do not wait any more, until it is dismissed. */
  async function openLeft() {
    for (const { question } of await drafts.all(Written))
      if (!scope.closed && !isOpen(question.id) && !known(question.id)) void open(question);
  }

  const live$ = open$.pipe(filter(({ state }) => state === 'live'));
  scope.add(live$.pipe(first()).subscribe(() => void openLeft()));
  const isShorter = ([before, now]: readonly [OpenQuestions, OpenQuestions]) =>
    before.questions.some(({ id }) => now.questions.every((one) => one.id !== id));
  scope.add(live$.pipe(pairwise(), filter(isShorter)).subscribe(() => void openLeft()));
  scope.add(
    live$.subscribe(({ questions }) => {
      for (const { question, entry } of cards$.value) if (!isOpen(question.id)) entry.send({ type: 'question.ended' });
      for (const question of questions) if (!known(question.id)) void open(question);
    }),
  );
  return { open$, cards$, answered$, refresh };
}

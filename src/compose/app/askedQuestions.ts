import { BehaviorSubject, filter, map, type Observable, Subscription } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { AskedFinding } from '../../../contract/extension/reviewQuestions.ts';
import type { LeaseId, PrescriptionId, RequestId } from '../../../contract/ids.ts';
import type { QuestionChanged } from '../../../contract/staffEvents.ts';
import { questionDraftKey } from '../../domain/drafts.ts';
import { t } from '../../locales/i18n.ts';
import type { Inspection } from '../../machines/actors.ts';
import { entryText } from '../../machines/selectors/threadEntry.ts';
import { threadEntryMachine } from '../../machines/threadEntry.ts';
import type { AskedQuestions, Asking } from '../../screens/app/reviewerServices.ts';
import type { SearchedDrafts } from '../../services/draftBook.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import type { Live } from '../../streams/live.ts';
import { createQuestionList } from '../../streams/questionList.ts';
import { timings } from './questionServices.ts';
import { entryOutcome, startEntry } from './threadEntries.ts';

type Needs = {
  readonly inspection?: Inspection | undefined;
  readonly api: Api;
  readonly drafts: SearchedDrafts;
  readonly changed$: Observable<QuestionChanged>;
  readonly linked$: Observable<boolean>;
  readonly visible$: Observable<boolean>;
  /** This reviewer's lease on the prescription; null without one. */
  readonly leaseOf: (id: PrescriptionId) => LeaseId | null;
  readonly newRequestId: () => RequestId;
};

const Draft = z.object({ text: z.string(), finding: z.nullable(AskedFinding) });
type Draft = z.infer<typeof Draft>;

const empty: Draft = { text: '', finding: null };

/** The questions that this reviewer writes, one for each prescription, and the answers to those that were asked here. */
export function openAskedQuestions(
  { inspection, api, drafts, changed$, linked$, visible$, leaseOf, newRequestId }: Needs,
  scope: Subscription,
): AskedQuestions {
  const written = new Map<PrescriptionId, Live<Asking | null>>();
  const asked = new Set<PrescriptionId>();

  /** One question from its first letter until the platform has stored it. */
  function begin(id: PrescriptionId, draft: Draft, onStored: () => void): Asking {
    const finding$ = new BehaviorSubject(draft.finding);
    const clientRequestId = newRequestId();
    const store = (text: string) => {
      const finding = finding$.value;
      if (text === '' && finding === null) drafts.empty(questionDraftKey(id));
      else drafts.write(questionDraftKey(id), { text, finding } satisfies Draft);
    };
    const entry = createActor(
      threadEntryMachine.provide({
        actors: {
          send: fromPromise(async ({ input }) => {
            const leaseId = leaseOf(id);
            if (leaseId === null) return { outcome: 'refused', message: t('questions.ask.notHeld') };
            const question = { id, leaseId, clientRequestId, text: input.text.trim(), finding: finding$.value };
            return entryOutcome(await api.askReviewQuestion(question, { quiet: true }));
          }),
        },
        actions: { storeDraft: (_, text) => store(text), dropDraft: () => drafts.drop(questionDraftKey(id)) },
      }),
      { input: { text: draft.text }, ...inspection },
    );
    entry.subscribe({
      complete() {
        // An entry that is stopped, such as at the sign-out, is not over: its text stays on this machine.
        if (entry.getSnapshot().status !== 'done') return;
        if (entry.getSnapshot().matches('stored')) asked.add(id);
        onStored();
      },
    });
    startEntry(entry, { drafts, key: questionDraftKey(id), scope });
    return {
      entry,
      finding$,
      choose(finding) {
        finding$.next(finding);
        store(entryText(entry.getSnapshot()));
      },
    };
  }

  /** Begins with what was typed before, here or in another window, and so again after each question. */
  async function restore(id: PrescriptionId, asking$: BehaviorSubject<Asking | null>) {
    const draft = (await drafts.read(questionDraftKey(id), Draft)) ?? empty;
    drafts.adopt(questionDraftKey(id));
    const again = () => {
      asking$.next(null);
      void restore(id, asking$);
    };
    if (!scope.closed) asking$.next(begin(id, draft, again));
  }

  return {
    openThread(id) {
      const own = new Subscription();
      scope.add(own);
      const load = () => fromAnswer(() => api.listReviewQuestions({ id }, { quiet: true }));
      const hints$ = changed$.pipe(filter(({ prescriptionId }) => prescriptionId === id));
      const list = createQuestionList({ load, hints$, linked$, visible$, ...timings }, own);
      return { ...list, close: () => own.unsubscribe() };
    },
    answered$: changed$.pipe(
      filter(({ state, prescriptionId }) => state === 'answered' && asked.has(prescriptionId)),
      map(({ prescriptionId }) => prescriptionId),
    ),
    asking(id) {
      const known = written.get(id);
      if (known) return known;
      const asking$ = new BehaviorSubject<Asking | null>(null);
      written.set(id, asking$);
      void restore(id, asking$);
      return asking$;
    },
  };
}

import { filter, map, type Observable, pairwise, type Subscription } from 'rxjs';
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';
import { Code } from '../../../contract/envelope.ts';
import type { Answer } from '../../../contract/operation.ts';
import { isRefusal } from '../../domain/answers.ts';
import type { DraftKey } from '../../domain/drafts.ts';
import type { EntryOutcome, threadEntryMachine } from '../../machines/threadEntry.ts';
import type { SearchedDrafts } from '../../services/draftBook.ts';

const Written = z.object({ text: z.string() });

/** Emits the last text of this tab's copy of a draft when the copy ends, such as after another tab has sent it. */
const sentElsewhere = ({ copies, tab }: SearchedDrafts, key: DraftKey): Observable<string> =>
  copies(key).pipe(
    map((all) => Written.safeParse(all.find((copy) => copy.tab === tab)?.value).data?.text ?? ''),
    pairwise(),
    filter(([before, now]) => before !== '' && now === ''),
    map(([before]) => before),
  );

/** What an answer of the platform means for an entry; without one it is sent again. */
export function entryOutcome(answer: Answer<unknown>): EntryOutcome {
  if (answer.ok) return { outcome: 'stored' };
  const { failure } = answer;
  if (failure.code === Code.questionClosed) return { outcome: 'closed', message: failure.message };
  if (isRefusal(failure)) return { outcome: 'refused', message: failure.message };
  throw new Error(failure.message);
}

type Place = { readonly drafts: SearchedDrafts; readonly key: DraftKey; readonly scope: Subscription };

/** Runs an entry until the scope ends, and ends it when another tab has sent its text. */
export function startEntry(entry: ActorRefFrom<typeof threadEntryMachine>, { drafts, key, scope }: Place): void {
  const elsewhere = sentElsewhere(drafts, key).subscribe((text) => entry.send({ type: 'text.sentElsewhere', text }));
  entry.subscribe({ complete: () => elsewhere.unsubscribe() });
  scope.add(elsewhere);
  entry.start();
  scope.add(() => entry.stop());
}

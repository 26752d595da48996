import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../contract/ids.ts';

/** A change of one prescription; `updateTime` is null if the platform does not send when the row last changed. */
export type RxNews = {
  readonly id: PrescriptionId;
  readonly version: number;
  readonly status: number;
  readonly updateTime: number | null;
};

/** News that no load has been asked about, and news that the running load is about; of each prescription the newest. */
export type HeardNews = { readonly waiting: readonly RxNews[]; readonly asked: readonly RxNews[] };

/** Nothing was heard. */
export const silence: HeardNews = { waiting: [], asked: [] };

/** A platform that does not send the time of a change always answers with the present row. */
const unknownTime = Number.POSITIVE_INFINITY;

/** Whether the prescription as it was loaded is older than this news of it. */
const isBehind = (latest: Rx, { version, updateTime }: RxNews): boolean =>
  version > latest.version ||
  (version === latest.version && (updateTime === null || updateTime > (latest.updateTime ?? unknownTime)));

/** Another prescription of the order matters only if it may be the new latest one. */
const mayReplace = ({ status }: RxNews): boolean =>
  status === PrescriptionStatus.pending || status === PrescriptionStatus.draft;

const isNews = (latest: Rx | null, news: RxNews): boolean =>
  latest === null || (news.id === latest.id ? isBehind(latest, news) : mayReplace(news));

/** Whether `known` is of the same prescription and says as much; a conversation repeats a change without its time. */
const covers =
  (news: RxNews) =>
  (known: RxNews): boolean =>
    known.id === news.id &&
    (known.version > news.version ||
      (known.version === news.version && (!known.updateTime || (news.updateTime ?? 0) <= known.updateTime)));

/** The newer of two changes of one prescription. */
const newerOf = (known: RxNews, news: RxNews): RxNews =>
  known.version >= news.version && (known.updateTime ?? 0) >= (news.updateTime ?? 0) ? known : news;

const withNews = (list: readonly RxNews[], news: RxNews): readonly RxNews[] =>
  list.some(({ id }) => id === news.id)
    ? list.map((known) => (known.id === news.id ? newerOf(known, news) : known))
    : [...list, news];

/** What is known of the order's latest prescription. */
type Known = { readonly latest: Rx | null; readonly heard: HeardNews };

/** Keeps news that the loaded prescription does not cover. What the running load is about is no second reason to load. */
function withHeard({ latest, heard: { waiting, asked } }: Known, news: RxNews): HeardNews {
  if (!isNews(latest, news)) return { waiting, asked };
  if (asked.some(covers(news))) return { waiting, asked: withNews(asked, news) };
  return { waiting: withNews(waiting, news), asked };
}

/** After news, after the beginning of a load that answers all of it, or after a load was given up without an answer. */
export function hearing(known: Known, step: RxNews | 'asked' | 'givenUp'): { heard: HeardNews } {
  const { waiting, asked } = known.heard;
  if (step === 'asked') return { heard: { waiting: [], asked: waiting.reduce(withNews, asked) } };
  if (step === 'givenUp') return { heard: { waiting: waiting.reduce(withNews, asked), asked: [] } };
  return { heard: withHeard(known, step) };
}

/** After an answer: what came meanwhile waits on. What was asked about is not asked again, however old the answer is. */
export const afterAnswer = ({ waiting }: HeardNews, answer: Rx | null): HeardNews => ({
  waiting: waiting.filter((news) => isNews(answer, news)),
  asked: [],
});

/** After an answer about the order's latest prescription beside an open form. */
export const afterSeen = ({ latest, heard }: Known, seen: Rx | null): Known => ({
  latest: seen ?? latest,
  heard: afterAnswer(heard, seen ?? latest),
});

/** Whether there is news that the loaded prescription lacks and no load was asked about; or such about another one. */
export const isUnasked = ({ latest, heard }: Known, about: 'any' | 'other' = 'any'): boolean =>
  heard.waiting.some((news) => isNews(latest, news) && (about === 'any' || news.id !== latest?.id));

/** The id to load again: that of the known prescription, or null if news is about another one of the order. */
export const idToRefresh = (latest: Rx | null, { asked }: HeardNews): PrescriptionId | null =>
  latest && asked.every(({ id }) => id === latest.id) ? latest.id : null;

import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { LoadedPrescription } from './rxAnswers.ts';

/** A change of one prescription; `updateTime` is null if the platform does not send when the row last changed. */
export type RxNews = {
  readonly id: PrescriptionId;
  readonly version: number;
  readonly status: number;
  readonly updateTime: number | null;
};

/** A platform that does not send the time of a change always answers with the present row. */
const unknownTime = Number.POSITIVE_INFINITY;

/** Whether the prescription as it was loaded is older than this news of it. */
const isBehind = (latest: Rx, { version, updateTime }: RxNews): boolean =>
  version > latest.version ||
  (version === latest.version && (updateTime === null || updateTime > (latest.updateTime ?? unknownTime)));

/** Another prescription of the order matters only if it may be the new latest one. */
const mayReplace = ({ status }: RxNews): boolean =>
  status === PrescriptionStatus.pending || status === PrescriptionStatus.draft;

export const isNews = (latest: Rx | null, news: RxNews): boolean =>
  latest === null || (news.id === latest.id ? isBehind(latest, news) : mayReplace(news));

/** The answer was already old when it came. */
export const isOvertaken = ({ latest }: LoadedPrescription, wanted: RxNews | null): boolean =>
  wanted !== null && latest !== null && wanted.id === latest.id && isBehind(latest, wanted);

/** The id to load again: that of the known prescription, or null if the news is about another one of the order. */
export const idToRefresh = (latest: Rx | null, wanted: RxNews | null): PrescriptionId | null =>
  latest && (wanted === null || wanted.id === latest.id) ? latest.id : null;

/** The newer of two changes of one prescription. */
export const newerNews = (known: RxNews | null, news: RxNews): RxNews =>
  known && known.version >= news.version && (known.updateTime ?? 0) >= (news.updateTime ?? 0) ? known : news;

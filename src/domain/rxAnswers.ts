import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import type { OrderId, PatientId, PrescriptionId, RequestId } from '../../contract/ids.ts';
import type { RxDraft } from './rxDraft.ts';

/** The consultation and patient of a prescription, and the idempotency key of its first version. */
export type PrescriptionInput = {
  readonly orderId: OrderId;
  readonly patientId: PatientId;
  readonly requestId: RequestId;
};

/** The order's latest prescription and the locally stored draft, if any. */
export type LoadedPrescription = { readonly latest: Rx | null; readonly draft: RxDraft | null };

/** Result of the safety checks. `available: false` means that they could not run, which is not "nothing found". */
export type Checked = { readonly available: boolean; readonly hits: readonly RuleHit[] };

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
export const isBehind = (latest: Rx, { version, updateTime }: RxNews): boolean =>
  version > latest.version ||
  (version === latest.version && (updateTime === null || updateTime > (latest.updateTime ?? unknownTime)));

export const isPending = (latest: Rx | null): boolean => latest?.status === PrescriptionStatus.pending;
export const hasIssued = (latest: Rx | null): boolean => latest !== null && latest.status !== PrescriptionStatus.draft;

/** Another prescription of the order matters only if it may be the new latest one. */
export const mayReplace = ({ status }: RxNews): boolean =>
  status === PrescriptionStatus.pending || status === PrescriptionStatus.draft;

export type LineError = { readonly index: number; readonly field: string; readonly msg: string };

/** `changed`: the prescription changed elsewhere (newer version, under review, or a state that forbids edits). */
export type SubmitOutcome =
  | { readonly outcome: 'stored'; readonly rx: Rx }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly lineErrors: readonly LineError[];
      readonly hits: readonly RuleHit[];
    }
  | { readonly outcome: 'changed'; readonly message: string; readonly latest: Rx | null };

/** `message` is null if the prescription was cancelled, otherwise the reason for the refusal. */
export type CancelOutcome = { readonly latest: Rx | null; readonly message: string | null };

const isSameFinding = (a: RuleHit, b: RuleHit) =>
  a.ruleCode === b.ruleCode &&
  (a.lineIndex ?? null) === (b.lineIndex ?? null) &&
  JSON.stringify(a.params ?? {}) === JSON.stringify(b.params ?? {});

/** The findings after the platform refused a prescription: the platform's own first, then the other known ones. */
const withRefusal = (checked: Checked | null, refused: readonly RuleHit[]): Checked | null =>
  refused.length === 0
    ? checked
    : {
        available: true,
        hits: [
          ...refused,
          ...(checked?.hits ?? []).filter((known) => !refused.some((hit) => isSameFinding(hit, known))),
        ],
      };

type Written = { readonly draft: RxDraft; readonly latest: Rx | null; readonly checked: Checked | null };

/** What the platform's answer to a submission changes. */
export function afterSubmit({ draft, latest, checked }: Written, outcome: SubmitOutcome) {
  switch (outcome.outcome) {
    case 'stored': {
      const editing = { id: outcome.rx.id, version: outcome.rx.version };
      return { latest: outcome.rx, draft: { ...draft, editing }, lineErrors: [], message: null, wasStopped: false };
    }
    case 'changed':
      return { latest: outcome.latest ?? latest, message: outcome.message, wasStopped: false };
    case 'refused':
      return {
        message: outcome.message,
        lineErrors: outcome.lineErrors,
        checked: withRefusal(checked, outcome.hits),
      };
  }
}

/** The newer of two changes of one prescription. */
export const newerNews = (known: RxNews | null, news: RxNews): RxNews =>
  known && known.version >= news.version && (known.updateTime ?? 0) >= (news.updateTime ?? 0) ? known : news;

import { distinctUntilChanged, filter, map, type Observable, type Subscription } from 'rxjs';
import type { RxBrief } from '../../contract/http/prescription.ts';
import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import { type Live, live } from './live.ts';
import { createLoaded } from './loaded.ts';
import type { RefreshNeeds } from './refreshOnHint.ts';

/** A prescription of this doctor that a reviewer has rejected and that is neither changed nor cancelled since. */
export type Rejection = {
  /** This rejection; a later one of the same prescription has another key. */
  readonly key: string;
  readonly id: PrescriptionId;
  readonly orderId: OrderId;
  readonly prescriptionNo: string;
  readonly remark: string | null;
};

/** A change of any prescription; what a push and a conversation say about the same change is the same. */
type News = Pick<RxBrief, 'id' | 'version' | 'status'>;

type Needs = Omit<RefreshNeeds, 'hints$'> & {
  readonly load: () => Observable<readonly RxBrief[]>;
  readonly news$: Observable<News>;
  readonly isRejected: (status: News['status']) => boolean;
};

const none: readonly Rejection[] = [];

/** Identifies one rejection of a prescription, in every window and on every device. */
export const rejectionKey = ({ id, version }: Pick<RxBrief, 'id' | 'version'>): string => `${id}:${version}`;

const rejectionOf = (rx: RxBrief): Rejection => ({
  key: rejectionKey(rx),
  id: rx.id,
  orderId: rx.orderId,
  prescriptionNo: rx.prescriptionNo,
  remark: rx.auditRemark || null,
});

const sameKeys = (a: readonly Rejection[], b: readonly Rejection[]) =>
  a.length === b.length && a.every(({ key }, at) => key === b[at]?.key);

const isSame = (a: News, b: News) => a.id === b.id && a.version === b.version && a.status === b.status;

/**
 * The rejected prescriptions as the platform lists them, so that no rejection is lost with a push or a reload. Only news of a
 * prescription that is rejected, or was, loads them again.
 */
export function createRejections(
  { load, news$, isRejected, ...needs }: Needs,
  scope: Subscription,
): Live<readonly Rejection[]> {
  const rejected = new Set<PrescriptionId>();
  const concerns = ({ id, status }: News): boolean => {
    if (isRejected(status)) rejected.add(id);
    // Before the first list has arrived, any prescription may be in it.
    return loaded$.value.value === null || rejected.has(id);
  };
  const hints$ = news$.pipe(distinctUntilChanged(isSame), filter(concerns));
  const { loaded$ } = createLoaded<readonly RxBrief[]>({ load, hints$, ...needs }, scope);
  const rejections$ = loaded$.pipe(
    map(({ value }) => {
      for (const { id } of value ?? []) rejected.add(id);
      return value === null || value.length === 0 ? none : value.map(rejectionOf);
    }),
    distinctUntilChanged(sameKeys),
  );
  return live(rejections$, none, scope);
}

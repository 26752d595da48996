import { useEffect, useRef } from 'react';
import { filter } from 'rxjs';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

type Known = keyof typeof OrderStatus;
type OrderStateTone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';

const tones: Record<Known, OrderStateTone> = {
  awaitingPayment: 'neutral',
  awaiting: 'warning',
  active: 'brand',
  finished: 'success',
  cancelled: 'neutral',
  refused: 'danger',
  refunding: 'info',
  refunded: 'neutral',
  timedOut: 'danger',
};

const nameOf = (status: number): Known | null =>
  (Object.keys(OrderStatus) as Known[]).find((name) => OrderStatus[name] === status) ?? null;

/** Text and tone of an order status; an unknown status is shown as its number. */
export function orderState(status: number, t: Translate): { readonly text: string; readonly tone: OrderStateTone } {
  const name = nameOf(status);
  return name === null
    ? { text: t('orderState.unknown', { status }), tone: 'neutral' }
    : { text: t(`orderState.${name}`), tone: tones[name] };
}

/** All order statuses as options. */
export const orderStates = (t: Translate) =>
  (Object.keys(OrderStatus) as Known[]).map((name) => ({
    value: String(OrderStatus[name]),
    label: t(`orderState.${name}`),
  }));

type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
type State = { readonly text: string; readonly tone: Tone };

const statusTones: Readonly<Record<number, Tone>> = {
  [PrescriptionStatus.pending]: 'warning',
  [PrescriptionStatus.rejected]: 'danger',
  [PrescriptionStatus.approved]: 'success',
  [PrescriptionStatus.dispensed]: 'brand',
};

const reviewTones: Readonly<Record<number, Tone>> = {
  [AuditStatus.waiting]: 'warning',
  [AuditStatus.claimed]: 'info',
  [AuditStatus.approved]: 'success',
  [AuditStatus.rejected]: 'danger',
};

/** Texts of a prescription's status and review status; an unknown value is shown as it is. */
export function usePrescriptionStates() {
  const { t } = useTranslation();
  const { Prescription_Status: statuses, Audit_Status: reviews } = useLive(useApp().lists$);
  const unknown = (value: number) => t('common.state.unknown', { value });
  return {
    statuses,
    reviews,
    status: (value: number): State => ({
      text: labelOf(statuses, value) ?? unknown(value),
      tone: statusTones[value] ?? 'neutral',
    }),
    review: (value: number): State => ({
      text: labelOf(reviews, value) ?? unknown(value),
      tone: reviewTones[value] ?? 'neutral',
    }),
  };
}

/** Calls back when one of the doctor's prescriptions changes: reviewed, expired or cancelled. */
export function usePrescriptionChanges(changed: () => void): void {
  const inbox = useLive(useApp().work$)?.inbox;
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    const changes$ = inbox?.applied$.pipe(filter(({ event }) => event.kind === 'prescription'));
    const subscription = changes$?.subscribe(() => latest.current());
    return () => subscription?.unsubscribe();
  }, [inbox]);
}

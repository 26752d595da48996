import { useEffect, useRef } from 'react';
import { filter } from 'rxjs';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { labelOf } from '../domain/enumerations.ts';
import { useTranslation } from '../locales/i18n.ts';
import type { Translate } from '../locales/texts.ts';
import { useApp } from './app.ts';
import { useLive } from './useLive.ts';

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

/** An order's state in words and as a tone; one that this version does not know is shown with its number. */
export function orderState(status: number, t: Translate): { readonly text: string; readonly tone: OrderStateTone } {
  const name = nameOf(status);
  return name === null
    ? { text: t('orderState.unknown', { status }), tone: 'neutral' }
    : { text: t(`orderState.${name}`), tone: tones[name] };
}

/** All states, to choose from. */
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

const auditTones: Readonly<Record<number, Tone>> = {
  [AuditStatus.waiting]: 'warning',
  [AuditStatus.claimed]: 'info',
  [AuditStatus.approved]: 'success',
  [AuditStatus.rejected]: 'danger',
};

/** Where a prescription and its review stand, in the hospital's own words; a value it has no word for is shown itself. */
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
      tone: auditTones[value] ?? 'neutral',
    }),
  };
}

/** Calls when one of the doctor's prescriptions was changed by somebody: reviewed, expired, cancelled. */
export function usePrescriptionNews(changed: () => void): void {
  const inbox = useLive(useApp().work$)?.inbox;
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    const heard = inbox?.applied$.pipe(filter(({ event }) => event.kind === 'prescription'));
    const subscription = heard?.subscribe(() => latest.current());
    return () => subscription?.unsubscribe();
  }, [inbox]);
}

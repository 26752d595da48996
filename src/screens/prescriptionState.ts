import { useEffect, useRef } from 'react';
import { filter } from 'rxjs';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { labelOf } from '../domain/enumerations.ts';
import { useTranslation } from '../locales/i18n.ts';
import { useApp } from './app.ts';
import { useLive } from './useLive.ts';

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

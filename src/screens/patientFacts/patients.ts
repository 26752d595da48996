import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { colourIn } from '../../machines/selectors/workspace.ts';
import { ageParts } from '../../ui/format.ts';
import { useApp, useWork } from '../app/app.ts';
import type { Pace } from '../hooks/useLive.ts';

const twicePerSecondMs = 500;

/**
 * Lists beside busy chats render at once and then at most every 500 ms, because each render costs the chats part of a
 * frame.
 */
export const twicePerSecond: Pace = {
  start(show) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waits = false;
    function due() {
      waits = timer !== undefined;
      if (waits) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (waits) due();
      }, twicePerSecondMs);
      show();
    }
    return { due, stop: () => clearTimeout(timer) };
  },
};

/** The colour 1 to 8 of a consultation in panes, rows, forms and dialogs. */
export const usePatientColour = (orderId: OrderId): number => useSelector(useWork().workspace, colourIn(orderId));

const sexes: Readonly<Record<number, 'male' | 'female'>> = { 1: 'male', 2: 'female' };

/** Sex and age of a patient, in full and abbreviated for narrow rows. */
export function usePatientWords() {
  const { t } = useTranslation();
  const { now$, zone } = useApp();
  return useMemo(() => {
    const ageOf = ({ birthday, age }: PatientBrief) =>
      (birthday ? ageParts(birthday, now$.value, zone) : null) ?? { unit: 'years' as const, count: age };
    const sexOf = ({ gender }: PatientBrief) => sexes[gender] ?? 'unknown';
    return {
      /** For example "Female, 34 years". */
      full: (patient: PatientBrief): string => {
        const { unit, count } = ageOf(patient);
        return t('workspace.patient.sexAge', {
          sex: t(`shared.sex.${sexOf(patient)}`),
          age: t(`shared.age.${unit}`, { count }),
        });
      },
      /** For example "F 34 y". */
      short: (patient: PatientBrief): string => {
        const { unit, count } = ageOf(patient);
        const sex = sexOf(patient);
        const age = t(`workspace.patient.ageShort.${unit}`, { count });
        return sex === 'unknown' ? age : `${t(`workspace.patient.sexShort.${sex}`)} ${age}`;
      },
      years: (patient: PatientBrief): number => {
        const { unit, count } = ageOf(patient);
        return unit === 'years' ? count : unit === 'months' ? Math.floor(count / 12) : 0;
      },
    };
  }, [t, now$, zone]);
}

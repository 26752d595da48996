import { useMemo } from 'react';
import { useTranslation } from '../../../locales/i18n.ts';
import { withUnitSymbols } from '../../../ui/unitText.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its largest unit, such as "3 min". */
export function durationText(seconds: number, language: string): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[3];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  return withUnitSymbols(format.format(Math.floor(seconds / size)));
}

/** Numbers with their units in the user's language. */
export function useFigures() {
  const { t, language } = useTranslation();
  return useMemo(() => {
    const { format: number } = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    return {
      number,
      perMin: (count: number) => t('operations.units.perMin', { number: number(count) }),
      ms: (count: number) => t('operations.units.ms', { number: number(count) }),
      mib: (count: number) => t('operations.units.mib', { number: number(count) }),
      duration: (seconds: number) => durationText(seconds, language),
    };
  }, [t, language]);
}

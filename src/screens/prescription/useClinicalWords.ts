import { useMemo } from 'react';
import { unitOf } from '../../../clinical/doses/unit.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';

/** Translates clinical codes; an unknown code is shown as it is. */
export function clinicalWords(t: Translate) {
  const named = (
    list: 'frequency' | 'route' | 'unit' | 'units' | 'form' | 'rule' | 'why' | 'formula',
    code: string,
    values?: Readonly<Record<string, string | number>>,
  ) => {
    const key = `prescription.words.${list}.${code}`;
    return hasText(key) ? (t as (key: string, values?: object) => string)(key, values) : null;
  };
  return {
    frequency: (code: string) => named('frequency', code.trim().toLowerCase()) ?? code,
    route: (code: string) => named('route', code.trim().toLowerCase()) ?? code,
    /** The word of a unit for this many of it, or as a heading. */
    unit(spelling: string, count?: number) {
      const unit = unitOf(spelling);
      const code = unit?.code ?? spelling;
      // As a heading "unit" would name no unit, so international units are "units" there.
      const several = count === undefined ? unit?.dimension === 'activity' : count > 1 || count === 0;
      return (several ? named('units', code) : null) ?? named('unit', code) ?? spelling;
    },
    form: (code: string) => named('form', code) ?? code,
    formula: (code: string) => named('formula', code) ?? code,
    rule: (code: string) => named('rule', code) ?? code,
    why: (code: string, values: Readonly<Record<string, string | number>> = {}) =>
      named('why', code, values) ?? t('prescription.words.why.other'),
  };
}

export type ClinicalWords = ReturnType<typeof clinicalWords>;

export function useClinicalWords(): ClinicalWords {
  const { t } = useTranslation();
  return useMemo(() => clinicalWords(t), [t]);
}

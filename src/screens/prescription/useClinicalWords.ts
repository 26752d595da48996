import { useMemo } from 'react';
import { unitOf } from '../../../clinical/unit.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';

/** Kinds of prescription by their number in the dictionary prescription_type. */
export const rxTypes = ['ordinary', 'emergency', 'paediatric', 'chronic'] as const;

/** The kind's name; an unknown number counts as ordinary. */
export const rxTypeName = (rxType: number): (typeof rxTypes)[number] => rxTypes[rxType] ?? 'ordinary';

/** What a code is called in the person's language; an unknown code stays as it was written. */
export function clinicalWords(t: Translate) {
  const named = (
    list: 'frequency' | 'route' | 'unit' | 'form' | 'rule' | 'why',
    code: string,
    values?: Readonly<Record<string, string | number>>,
  ) => {
    const key = `prescription.words.${list}.${code}`;
    return hasText(key) ? (t as (key: string, values?: object) => string)(key, values) : null;
  };
  return {
    frequency: (code: string) => named('frequency', code.trim().toLowerCase()) ?? code,
    route: (code: string) => named('route', code.trim().toLowerCase()) ?? code,
    unit: (spelling: string) => named('unit', unitOf(spelling)?.code ?? spelling) ?? spelling,
    form: (code: string) => named('form', code) ?? code,
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

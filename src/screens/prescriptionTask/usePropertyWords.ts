import type { DrugProperties } from '../../../contract/http/drugs.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import { joined } from '../app/joined.ts';
import { codeText } from '../hooks/useLocale.ts';

const states = ['pregnancy', 'lactation', 'child', 'elder', 'liver', 'kidney'] as const;

/** What decides whether a medicine suits a patient, in words: control class, skin test and contraindications. */
export function usePropertyWords(): (of: DrugProperties) => string {
  const { t } = useTranslation();
  return ({ controlType, antibioticLevel, skinTest, highAlert, flags }) => {
    const suits = (how: 'forbidden' | 'caution') =>
      states.filter((state) => flags?.[state] === how).map((state) => t(`reviewing.properties.states.${state}`));
    const [forbidden, caution] = [suits('forbidden'), suits('caution')];
    const named = (list: 'control' | 'antibiotic', level: number | null | undefined) =>
      level && hasText(`reviewing.properties.${list}.${level}`)
        ? codeText(`reviewing.properties.${list}`, String(level))
        : null;
    return [
      highAlert ? t('reviewing.properties.highAlert') : null,
      named('control', controlType) ?? t('reviewing.properties.ordinary'),
      named('antibiotic', antibioticLevel),
      skinTest ? t('reviewing.properties.skinTest') : null,
      forbidden.length > 0 ? t('reviewing.properties.forbidden', { who: joined('items', forbidden) }) : null,
      caution.length > 0 ? t('reviewing.properties.caution', { who: joined('items', caution) }) : null,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

import type { DrugProperties as Properties } from '../../../contract/http/drugs.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import { worded } from '../worded.ts';

const states = ['pregnancy', 'lactation', 'child', 'elder', 'liver', 'kidney'] as const;

/** What is to be known of a drug beside its line: maker, control, skin test, and whom it does not suit. */
export function DrugProperties({ of }: { readonly of: Properties | null }) {
  const { t } = useTranslation();
  if (of === null) return <p className="review-properties">{t('audit.properties.unknown')}</p>;
  const { manufacturer, approvalNo, controlType, antibioticLevel, skinTest, flags } = of;
  const suits = (how: 'forbidden' | 'caution') =>
    states.filter((state) => flags?.[state] === how).map((state) => t(`audit.properties.states.${state}`));
  const [forbidden, caution] = [suits('forbidden'), suits('caution')];
  const named = (list: 'control' | 'antibiotic', level: number | null | undefined) =>
    level && hasText(`audit.properties.${list}.${level}`) ? worded(`audit.properties.${list}`, String(level)) : null;
  const all = [
    manufacturer,
    approvalNo ?? null,
    named('control', controlType) ?? t('audit.properties.ordinary'),
    named('antibiotic', antibioticLevel),
    skinTest ? t('audit.properties.skinTest') : null,
    forbidden.length > 0 ? t('audit.properties.forbidden', { who: forbidden.join(', ') }) : null,
    caution.length > 0 ? t('audit.properties.caution', { who: caution.join(', ') }) : null,
  ];
  return (
    <p className="review-properties">
      <b>{t('audit.properties.title')}</b> {all.filter(Boolean).join(' · ')}
    </p>
  );
}

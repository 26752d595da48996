import type { RuleSettings as Settings } from '../../../contract/extension/findingsByRule.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';

/** The hospital's settings of the checks. They cannot be changed here. */
export function RuleSettings({ maxDrugs, supplyDays, supplyCountsRest, sparePacks, rules }: Settings) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const days = ['ordinary', 'emergency', 'paediatric', 'chronic', 'longest'] as const;
  return (
    <section className="rule-settings">
      <h3>{t('reviewing.alerts.settings')}</h3>
      <p>{t('reviewing.alerts.settingsText')}</p>
      <dl>
        {days.map((type) => (
          <div key={type}>
            <dt>{t(`reviewing.alerts.supply.${type}`)}</dt>
            <dd>{t('reviewing.alerts.dayCount', { count: supplyDays[type] })}</dd>
          </div>
        ))}
        <div>
          <dt>{t('reviewing.alerts.rest')}</dt>
          <dd>{t(supplyCountsRest ? 'reviewing.alerts.counts' : 'reviewing.alerts.countsNot')}</dd>
        </div>
        <div>
          <dt>{t('reviewing.alerts.sparePacks')}</dt>
          <dd>{sparePacks}</dd>
        </div>
        <div>
          <dt>{t('reviewing.alerts.maxDrugs')}</dt>
          <dd>{maxDrugs}</dd>
        </div>
        {rules.map(({ ruleCode, level }) => (
          <div key={ruleCode}>
            <dt>{words.rule(ruleCode)}</dt>
            <dd>{t(level === 'off' ? 'reviewing.alerts.off' : `prescription.checks.levels.${level}`)}</dd>
          </div>
        ))}
      </dl>
      {rules.length === 0 ? <p>{t('reviewing.alerts.noLevels')}</p> : null}
    </section>
  );
}

import type { getRuleSettings, ruleSettingHistory } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { dateTimeText } from '../../ui/format.ts';
import { dotted } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { antibacterialLevels } from './checkFields.ts';

type Named = Pick<ReplyOf<typeof getRuleSettings>, 'ingredients' | 'titles' | 'medicines'>;
type Versions = ReplyOf<typeof ruleSettingHistory>;
type Props = { readonly versions: Versions; readonly named: Named };
type Value = Versions[number]['changes'][number]['before'];

const names: Readonly<Record<string, TextKey>> = {
  maxDrugs: 'catalogues.checks.maxDrugs',
  validityDays: 'catalogues.checks.validityDays',
  sparePacks: 'catalogues.checks.sparePacks',
  supplyCountsRest: 'catalogues.checks.rest',
  pendingMayBeEdited: 'catalogues.checks.pending',
  guardianBelowMonths: 'catalogues.checks.guardian',
  childBelowMonths: 'catalogues.checks.child',
  elderFromMonths: 'catalogues.checks.elder',
  'childbearingYears.from': 'catalogues.checks.childbearing.from',
  'childbearingYears.to': 'catalogues.checks.childbearing.to',
  'supplyDays.ordinary': 'catalogues.checks.supply.ordinary',
  'supplyDays.emergency': 'catalogues.checks.supply.emergency',
  'supplyDays.paediatric': 'catalogues.checks.supply.paediatric',
  'supplyDays.chronic': 'catalogues.checks.supply.chronic',
  'supplyDays.longest': 'catalogues.checks.supply.longest',
  'factDays.weightInfant': 'catalogues.checks.factDays.weightInfant',
  'factDays.weightToddler': 'catalogues.checks.factDays.weightToddler',
  'factDays.weightMinor': 'catalogues.checks.factDays.weightMinor',
  'factDays.weightAdult': 'catalogues.checks.factDays.weightAdult',
  'factDays.heightMinor': 'catalogues.checks.factDays.heightMinor',
  'factDays.heightAdult': 'catalogues.checks.factDays.heightAdult',
  'factDays.pregnancy': 'catalogues.checks.factDays.pregnancy',
  'factDays.lactation': 'catalogues.checks.factDays.lactation',
  'factDays.liver': 'catalogues.checks.factDays.liver',
  'factDays.kidney': 'catalogues.checks.factDays.kidney',
};

const nameIn = (list: readonly { readonly code: string; readonly name: string }[], wanted: string) =>
  list.find(({ code }) => code === wanted)?.name ?? wanted;

const levels = ['off', 'info', 'warn', 'block'] as const;

/** Who changed the settings, when, why, and from what to what. */
export function CheckHistory({ versions, named }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const locale = useLocale();
  const nameOf = (setting: string) => {
    const key = names[setting];
    const banned = /^alsoBanned\.(.+)$/.exec(setting)?.[1];
    if (banned !== undefined) {
      return t('catalogues.checks.bans.change', { name: nameIn(named.ingredients, banned) });
    }
    const title = /^antibacterialLevels\.(.+)$/.exec(setting)?.[1];
    if (title !== undefined) return t('catalogues.checks.antibacterials.change', { name: nameIn(named.titles, title) });
    const [, medicine, list] = /^indications\.(.+)\.(added|removed)$/.exec(setting) ?? [];
    if (medicine !== undefined) {
      const name = nameIn(named.medicines, medicine);
      return t(`catalogues.checks.indications.${list === 'added' ? 'addedOf' : 'removedOf'}`, { name });
    }
    return key ? (t as (key: TextKey) => string)(key) : words.rule(setting.replace(/^rules\./, ''));
  };
  function valueText(value: Value, setting: string): string {
    if (setting.startsWith('alsoBanned.')) return t(value === true ? 'catalogues.checks.yes' : 'catalogues.checks.no');
    if (setting.startsWith('indications.')) return value ? String(value) : t('catalogues.checks.indications.noGroups');
    if (value === null) return t('catalogues.checks.nothing');
    if (typeof value === 'boolean') return t(value ? 'catalogues.checks.yes' : 'catalogues.checks.no');
    const right = setting.startsWith('antibacterialLevels.') ? antibacterialLevels[Number(value)] : undefined;
    if (right) return t(`catalogues.checks.antibacterials.level.${right}`);
    const level = levels.find((one) => one === value);
    return level ? t(`catalogues.checks.level.${level}`) : String(value);
  }
  return (
    <section className="card" aria-label={t('catalogues.checks.history')}>
      <h2>{t('catalogues.checks.history')}</h2>
      {versions.length === 0 ? <p className="card-note">{t('catalogues.checks.noHistory')}</p> : null}
      <ol className="catalogue-history">
        {versions.map(({ version, time, by, reason, changes }) => (
          <li key={version}>
            <strong>{t('catalogues.checks.version', { version })}</strong>
            <span>{` ${reason}`}</span>
            <small>{dotted(by, dateTimeText(time, locale))}</small>
            <ul>
              {changes.map(({ setting, before, after }) => (
                <li key={setting}>
                  {t('catalogues.checks.change', {
                    setting: nameOf(setting),
                    before: valueText(before, setting),
                    after: valueText(after, setting),
                  })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

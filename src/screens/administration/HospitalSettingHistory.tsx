import type { HospitalSettingVersion, SettingValueChange } from '../../../contract/extension/hospitalSettings.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { yuanText } from '../../domain/money.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLength } from '../forms/useLength.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { clockText, dayEnds, dayParts, isMinutes, numberFields, switchFields } from './hospitalSettingFields.ts';

type Props = { readonly versions: readonly HospitalSettingVersion[] };

/** Who changed the settings, when, and from what to what. */
export function HospitalSettingHistory({ versions }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const length = useLength();
  const kinds = useLive(useApp().lists$).Consult_Type;
  function nameOf(setting: string): string {
    const own = [...numberFields, ...switchFields].find((name) => name === setting);
    if (own) return t(`hospital.settings.fields.${own}`);
    const [group, one = '', last] = setting.split('.');
    if (group === 'prices')
      return t('hospital.settings.price', {
        kind: labelOf(kinds, Number(one)) ?? t('common.state.unknown', { value: one }),
      });
    const [part, end] = [dayParts.find((name) => name === one), dayEnds.find((name) => name === last)];
    return part && end ? t(`hospital.settings.ends.${end}`, { part: t(`schedule.period.${part}`) }) : setting;
  }
  function valueText(setting: string, value: SettingValueChange['before']): string {
    if (value === null) return t('hospital.settings.nothing');
    if (typeof value === 'boolean') return t(value ? 'catalogues.checks.yes' : 'catalogues.checks.no');
    if (isMinutes(setting)) return length(value);
    if (setting.startsWith('prices.')) return yuanText(value);
    return setting.startsWith('scheduleHours.') ? clockText(value) : String(value);
  }
  return (
    <section className="card" aria-label={t('hospital.settings.history')}>
      <h2>{t('hospital.settings.history')}</h2>
      {versions.length === 0 ? <p className="card-note">{t('hospital.settings.noHistory')}</p> : null}
      <ol className="catalogue-history">
        {versions.map(({ version, time, by, changes }) => (
          <li key={version}>
            <small>{dotted(by, dateTimeText(time, locale))}</small>
            <ul>
              {changes.map(({ setting, before, after }) => (
                <li key={setting}>
                  {t('catalogues.checks.change', {
                    setting: nameOf(setting),
                    before: valueText(setting, before),
                    after: valueText(setting, after),
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

import type { DraftLine, RxDraft } from '../../domain/rxDraft.ts';
import { regimenOf, sentRegimen } from '../../domain/rxRegimen.ts';
import type { LineChange, Resolved } from '../../domain/rxTemplates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { coded, dotted, joined } from '../app/joined.ts';
import { keyed } from '../lists/keyed.ts';
import { regimenText } from '../prescription/regimenText.ts';
import { type ClinicalWords, useClinicalWords } from '../prescription/useClinicalWords.ts';

const tones = { added: 'success', changed: 'warning', same: 'neutral', removed: 'danger' } as const;

/** Whether a line is more than a dose, a frequency and days: a taper, a loading dose, limits in 24 hours, unequal doses. */
const isSpecial = ({ firstDose, steps = [], maxTimes, minHours, dayDoses = [] }: DraftLine): boolean =>
  steps.length > 0 || dayDoses.length > 0 || Boolean(firstDose ?? maxTimes ?? minHours);

/** A line in short, for example "500 mg · Three times daily · By mouth · 5 d · 1 box". */
function useDosage() {
  const { t } = useTranslation();
  const words: ClinicalWords = useClinicalWords();
  return (line: DraftLine): string => {
    const { medicine, onceDose, onceDoseUnit, frequency, route, days, quantity, remark } = line;
    const regimen = sentRegimen(line);
    const packs =
      quantity === null
        ? null
        : t('templates.apply.packs', { quantity, unit: words.unit(medicine.packUnit, quantity) });
    if (regimen && isSpecial(line))
      return dotted(regimenText(regimenOf(regimen), route ?? '', { words, t }), packs, remark);
    return [
      onceDose === null
        ? null
        : t('templates.apply.dosage', { dose: onceDose, unit: words.unit(onceDoseUnit, onceDose) }),
      frequency === null ? null : words.frequency(frequency),
      route === null ? null : words.route(route),
      days === null ? null : t('templates.apply.days', { days }),
      packs,
      remark,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

type Props = {
  readonly before: RxDraft;
  readonly after: RxDraft;
  readonly changes: readonly LineChange[];
  /** The medicines of the offer as the pharmacy answered; those it does not have are named as left out. */
  readonly lines: readonly Resolved[];
};

/** What is added, changed, kept and removed, and which medicines are left out and why. */
export function LineDifference({ before, after, changes, lines }: Props) {
  const { t } = useTranslation();
  const dosage = useDosage();
  const leftOut = lines.flatMap(({ outcome, line }) => (outcome === 'found' ? [] : [{ outcome, line }]));
  const added = after.diagnosisList.filter(({ id }) => before.diagnosisList.every((one) => one.id !== id));
  return (
    <ul className="tpl-difference" aria-label={t('templates.apply.difference')}>
      {changes.map(({ kind, before: old, after: next }) => {
        const line = next ?? old;
        if (line === null) return null;
        return (
          <li key={`${kind} ${line.key}`} data-kind={kind}>
            <Badge tone={tones[kind]}>{t(`templates.apply.kinds.${kind}`)}</Badge>
            <div className="tpl-difference-text">
              <strong>{keepUnits(line.medicine.name)}</strong>{' '}
              <small className="tpl-muted">{keepUnits(line.medicine.specification)}</small>
              <p>{dosage(line)}</p>
              {kind === 'changed' && old ? (
                <p>
                  <s className="tpl-muted">{t('templates.apply.before', { text: dosage(old) })}</s>
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
      {keyed(leftOut, ({ line }) => line.drugId).map(({ key, row: { outcome, line } }) => (
        <li key={`out ${key}`} data-kind="out">
          <Badge tone="danger">{t('templates.apply.leftOut')}</Badge>
          <div className="tpl-difference-text">
            <strong>{keepUnits(line.drugName)}</strong>{' '}
            <small className="tpl-muted">{keepUnits(line.specification)}</small>
            <p>{t(`templates.apply.reasons.${outcome}`)}</p>
          </div>
        </li>
      ))}
      {added.length > 0 ? (
        <li>
          {t('templates.apply.diagnoses', {
            names: joined('entries', added.map(coded)),
          })}
        </li>
      ) : null}
      {after.advice === before.advice ? null : <li>{t('templates.apply.advice', { text: after.advice })}</li>}
    </ul>
  );
}

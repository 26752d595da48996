import { dayMoments } from '../../../clinical/doses/regimen.ts';
import { routesOf } from '../../../clinical/doses/route.ts';
import { type DraftLine, type LineField, missingIn } from '../../domain/rxDraft.ts';
import { regimenOf, sentRegimen } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import { joined } from '../app/joined.ts';
import { shortRegimenText } from './regimenText.ts';
import { type ClinicalWords, useClinicalWords } from './useClinicalWords.ts';

const labels = {
  onceDose: 'prescription.line.dose',
  onceDoseUnit: 'prescription.line.unit',
  frequency: 'prescription.line.frequency',
  route: 'prescription.line.route',
  days: 'prescription.line.days',
  quantity: 'prescription.line.quantity',
  firstDose: 'prescription.line.loading',
  maxTimes: 'prescription.line.maxTimes',
  minHours: 'prescription.line.minHours',
  dayDoses: 'prescription.line.moments',
} as const;

/** The label of a field on the screen. */
function labelOf(field: LineField, { onceDoseUnit }: DraftLine, words: ClinicalWords, t: Translate): string {
  const [name, at, part] = field.split('.');
  const moment = dayMoments.find((one) => field === `dayDoses.${one}`);
  if (moment) return t(`prescription.line.moment.${moment}`, { unit: words.unit(onceDoseUnit) });
  if (name !== 'steps') return field in labels ? t(labels[field as keyof typeof labels]) : field;
  const number = Number(at) + 2;
  if (part === 'dose') return t('prescription.line.stepDose', { number, unit: words.unit(onceDoseUnit) });
  if (part === 'frequency') return t('prescription.line.stepFrequency', { number });
  return part === 'days' ? t('prescription.line.stepDays', { number }) : t('prescription.line.stepMoments', { number });
}

/** A line in one row: "100 mg · tid · 3 d · 1 box", or what is still missing. */
export function useLineSummary(
  line: DraftLine,
  lacksMaximum: boolean,
): { readonly complete: boolean; readonly text: string } {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { medicine, quantity, route, remark } = line;
  const missing = [...missingIn(line), ...(lacksMaximum ? (['maxTimes'] as const) : [])];
  const regimen = sentRegimen(line);
  if (missing.length > 0 || regimen === null) {
    const fields = joined(
      'items',
      missing.map((field) => labelOf(field, line, words, t)),
    );
    return { complete: false, text: t('prescription.line.incomplete', { fields }) };
  }
  const packs = { quantity: quantity ?? 0, pack: words.unit(medicine.packUnit, quantity ?? 0) };
  const isUsualRoute = route === routesOf(medicine.dosageForm)?.[0];
  const text = [
    shortRegimenText(regimenOf(regimen), { words, t }),
    isUsualRoute ? '' : words.route(route ?? ''),
    t('prescription.paper.quantity', packs),
    remark.trim(),
  ];
  return { complete: true, text: text.filter(Boolean).join(' · ') };
}

import { frequencyCodes } from '../../../clinical/doses/frequency.ts';
import { routeCodes, routesOf } from '../../../clinical/doses/route.ts';
import { unitOf, units } from '../../../clinical/doses/unit.ts';
import type { DraftLine } from '../../domain/rxDraft.ts';
import { isRegular } from '../../domain/rxRegimen.ts';
import type { Translate } from '../../locales/texts.ts';
import type { Choice } from '../../ui/SelectField.tsx';
import type { ClinicalWords } from './useClinicalWords.ts';

const withCurrent = (codes: readonly string[], current: string | null): readonly string[] =>
  current === null || current === '' || codes.includes(current) ? codes : [...codes, current];

/** Units of a single dose of this medicine: its smallest unit and the unit of its strength. */
export function unitChoices({ medicine, onceDoseUnit }: DraftLine, words: ClinicalWords): readonly Choice[] {
  const known = [medicine.minUnit, medicine.strengthUnit ?? medicine.minUnit].map((unit) => unitOf(unit)?.dimension);
  const measured = units
    .filter(({ dimension }) => dimension !== 'count' && dimension !== 'pack' && known.includes(dimension))
    .map(({ code }) => code);
  const own = unitOf(medicine.minUnit)?.code ?? medicine.minUnit;
  const current = unitOf(onceDoseUnit)?.code ?? onceDoseUnit;
  const codes = withCurrent([...new Set([own, ...measured])], current);
  return codes.map((value) => ({ value, label: words.unit(value) }));
}

/** All frequencies, or only the regular ones for a taper or a line with a loading dose. */
export const frequencyChoices = (
  current: string | null,
  { onlyRegular, words }: { onlyRegular: boolean; words: ClinicalWords },
): readonly Choice[] =>
  withCurrent(onlyRegular ? frequencyCodes.filter(isRegular) : frequencyCodes, current).map((value) => ({
    value,
    label: words.frequency(value),
  }));

/** Routes that suit the dosage form first; the others are marked as unsuitable. */
export function routeChoices({ medicine, route }: DraftLine, words: ClinicalWords, t: Translate): readonly Choice[] {
  const fitting: readonly string[] = routesOf(medicine.dosageForm) ?? routeCodes;
  const others = withCurrent(routeCodes, route).filter((code) => !fitting.includes(code));
  return [
    ...fitting.map((value) => ({ value, label: words.route(value) })),
    ...others.map((value) => ({ value, label: t('prescription.line.otherRoute', { route: words.route(value) }) })),
  ];
}

import { dosesInDays, frequencyOf } from '../../../clinical/doses/frequency.ts';
import { type Course, coursesOf, type Regimen } from '../../../clinical/doses/regimen.ts';
import type { RxLine } from '../../../contract/http/prescription.ts';
import { regimenOf } from '../../domain/rxRegimen.ts';
import { currentLanguage } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import { joined } from '../app/joined.ts';
import type { ClinicalWords } from './useClinicalWords.ts';

type Texts = { readonly words: ClinicalWords; readonly t: Translate };

const amount = ({ value, unit }: Regimen['dose'], { words }: Texts) => ({
  dose: value,
  unit: words.unit(unit, value),
});

/** Unequal doses in the order of the day: "14 IU in the morning, 10 IU in the evening"; null if all are equal. */
function momentsText({ dose, dayDoses }: Course, texts: Texts): string | null {
  if (!dayDoses || dayDoses.length === 0) return null;
  const said = dayDoses.map(({ moment, dose: value }) =>
    texts.t(`prescription.paper.atMoment.${moment}`, amount({ value, unit: dose.unit }, texts)),
  );
  return joined('details', said);
}

/** How doses come from packs that do not divide into them; null where packs divide, or only one is needed. */
export function packRestText({ packRest, minUnit }: Pick<RxLine, 'packRest' | 'minUnit'>, { words, t }: Texts) {
  if (!packRest) return null;
  const { doses, rest } = packRest;
  if (doses === 0) return t('prescription.line.packBelowDose');
  return t('prescription.line.packRest', { count: doses, rest, unit: words.unit(minUnit ?? '', Number(rest)) });
}

/** The days of a course as written, with the number of its doses where it is not taken every day. */
function withDoses({ frequency, days }: Course, written: string, { t }: Texts): string {
  const often = frequencyOf(frequency);
  if (often?.kind !== 'interval') return written;
  return t('prescription.paper.daysAndDoses', { count: dosesInDays(often, days), days: written });
}

/** How a line is taken, in full: "30 mg, Once daily, 3 days → 20 mg, Once daily, 3 days, By mouth". */
export function regimenText(regimen: Regimen, route: string, texts: Texts): string {
  const { words, t } = texts;
  const [first, ...later] = coursesOf(regimen).map((part) => {
    const { dose, frequency, days, firstDose } = part;
    const course =
      momentsText(part, texts) ??
      t('prescription.paper.course', { ...amount(dose, texts), frequency: words.frequency(frequency) });
    const loading = firstDose ? amount({ value: firstDose, unit: dose.unit }, texts) : null;
    return {
      course: loading ? t('prescription.paper.loading', { ...loading, rest: course }) : course,
      days: withDoses(part, t('prescription.paper.days', { count: days }), texts),
    };
  });
  if (!first) return '';
  const limits = [
    regimen.maxTimes ? t('prescription.paper.atMost', { count: regimen.maxTimes }) : '',
    regimen.minHours ? t('prescription.paper.apart', { count: regimen.minHours }) : '',
  ].filter(Boolean);
  if (later.length === 0) return joined('details', [first.course, ...limits, words.route(route), first.days]);
  const steps = [first, ...later].map(({ course, days }) => joined('details', [course, days]));
  return joined('details', [steps.join(t('prescription.paper.next')), words.route(route)]);
}

/** How a stored line is taken; of one that the platform cannot read, only that. */
export const lineText = (line: RxLine, texts: Texts): string =>
  line.unreadable ? texts.t('prescription.unreadableLine') : regimenText(regimenOf(line), line.route, texts);

/** The packs of a stored line; null for one that cannot be read. */
export const packsText = ({ unreadable, quantity, packUnit }: RxLine, { words, t }: Texts): string | null =>
  unreadable ? null : t('prescription.paper.quantity', { quantity, pack: words.unit(packUnit, quantity) });

/**
 * Codes of frequencies that English doctors read in one row. The others are written out, because "qd" and "qod" are on
 * the Joint Commission's "Do not use" list (2017), and "qn" and "tiw" on ISMP's list of error-prone abbreviations.
 */
const readCodes = /^(?:bid|tid|qid|prn|q\d+h)$/;

/** How a line is taken, for one row: "100 mg · tid · 3 d". */
export function shortRegimenText(regimen: Regimen, texts: Texts): string {
  const { words, t } = texts;
  const named = (code: string) => (currentLanguage() === 'en' && readCodes.test(code) ? code : words.frequency(code));
  const limits = [
    regimen.maxTimes ? t('prescription.short.atMost', { count: regimen.maxTimes }) : '',
    regimen.minHours ? t('prescription.short.apart', { count: regimen.minHours }) : '',
  ].filter(Boolean);
  return coursesOf(regimen)
    .map((part, at) => {
      const { dose, frequency, days, firstDose } = part;
      const course =
        momentsText(part, texts) ??
        t('prescription.short.course', { ...amount(dose, texts), frequency: named(frequency) });
      const loading = firstDose ? amount({ value: firstDose, unit: dose.unit }, texts) : null;
      const begun = loading ? t('prescription.short.loading', { ...loading, rest: course }) : course;
      const lasting = withDoses(part, t('prescription.short.days', { days }), texts);
      return [begun, ...(at === 0 ? limits : []), lasting].join(' · ');
    })
    .join(t('prescription.paper.next'));
}

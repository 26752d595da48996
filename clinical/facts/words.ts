import type { LocalText } from '../words/localText.ts';
import { shownAllergies } from './allergies.ts';
import { type FactValue, nonMedicineAllergen } from './patientFacts.ts';
import type { AgeingKind } from './readings.ts';
import { type Claim, entryOf, type FactEntry, type PatientSummary } from './summaryShape.ts';

const words = (en: string, zh: string): LocalText => ({ en, zh });
const same = (text: string): LocalText => ({ en: text, zh: text });

export const noKnownAllergyWords = words('No known drug allergies', '否认药物过敏史');
export const notRecordedWords = words('Not recorded', '未记录');
export const allergiesNotRecordedWords = words('Allergies not recorded', '过敏史未记录');

/** The subject of "the weight is nine months old". */
export const ageingSubject: Readonly<Record<AgeingKind, LocalText>> = {
  weight: words('weight', '体重'),
  height: words('height', '身高'),
  kidney: words('kidney function', '肾功能'),
  liver: words('answer about liver disease', '肝病询问结果'),
  pregnancy: words('answer “not pregnant”', '“未怀孕”的回答'),
  lactation: words('answer “not breastfeeding”', '“未哺乳”的回答'),
};

const unknown = words('Patient does not know', '患者不清楚');
const states = {
  pregnancy: { yes: words('Pregnant', '妊娠期'), no: words('Not pregnant', '未怀孕'), unknown },
  lactation: { yes: words('Breastfeeding', '哺乳期'), no: words('Not breastfeeding', '未哺乳'), unknown },
  contraception: {
    inUse: words('Reliable contraception in use', '正在使用可靠的避孕方法'),
    sterile: words('No contraception needed: sterile', '无需避孕：已绝育或已切除子宫、卵巢'),
    menopause: words('No contraception needed: after the menopause', '无需避孕：已绝经'),
    abstinent: words(
      'No contraception needed: no intercourse that could lead to pregnancy',
      '无需避孕：无可能导致妊娠的性行为',
    ),
    none: words('No contraception', '未避孕'),
  },
  liver: { yes: words('Liver impairment', '肝功能不全'), no: words('No liver impairment', '无肝功能不全'), unknown },
  kidney: { yes: words('Kidney impairment', '肾功能不全'), no: words('No kidney impairment', '无肾功能不全'), unknown },
  smoking: {
    never: words('Never smoked', '从不吸烟'),
    former: words('Former smoker', '已戒烟'),
    current: words('Smoker', '吸烟'),
    unknown,
  },
  alcohol: {
    never: words('No alcohol', '不饮酒'),
    occasional: words('Occasional alcohol', '偶尔饮酒'),
    regular: words('Regular alcohol', '经常饮酒'),
    unknown,
  },
} as const;

const severities = {
  mild: words('mild', '轻度'),
  moderate: words('moderate', '中度'),
  severe: words('severe', '重度'),
  unknown: same(''),
} as const;

const joined = (texts: readonly LocalText[], separator: LocalText): LocalText => ({
  en: texts.flatMap(({ en }) => en || []).join(separator.en),
  zh: texts.flatMap(({ zh }) => zh || []).join(separator.zh),
});
const details = (texts: readonly LocalText[]) => joined(texts, words(', ', '，'));
const withDetails = (main: LocalText, more: LocalText): LocalText => ({
  en: more.en === '' ? main.en : `${main.en} (${more.en})`,
  zh: more.zh === '' ? main.zh : `${main.zh}（${more.zh}）`,
});

type Named = Pick<Claim, 'value' | 'name'>;

/** The name of an allergen or medicine: of its code, or as it was written. */
const subject = (written: string, { value, name }: Named): LocalText =>
  value.kind === 'allergy' && value.code === nonMedicineAllergen ? same(written) : (name ?? same(written));

/** A value in words, the same on every screen, list and paper. */
export function valueWords({ value, name }: Named): LocalText {
  switch (value.kind) {
    case 'allergy':
      return withDetails(
        subject(value.text, { value, name }),
        details([same(value.reaction), severities[value.severity]]),
      );
    case 'noKnownAllergy':
      return noKnownAllergyWords;
    case 'weight':
      return same(`${value.kg}\u00a0kg`);
    case 'height':
      return same(`${value.cm}\u00a0cm`);
    case 'pregnancy':
      return details([states.pregnancy[value.state], value.week === null ? same('') : weekWords(value.week)]);
    case 'kidney':
      return details([states.kidney[value.state], ...measuredWords(value)]);
    case 'liver':
      return details([states.liver[value.state], same(value.note)]);
    case 'lactation':
      return states.lactation[value.state];
    case 'contraception':
      return details([states.contraception[value.state], same(value.note)]);
    case 'smoking':
      return details([
        states.smoking[value.state],
        value.perDay === null ? same('') : words(`${value.perDay} a day`, `每日${value.perDay}支`),
      ]);
    case 'alcohol':
      return states.alcohol[value.state];
    case 'medicine':
      return details([subject(value.name, { value, name }), same(value.dose)]);
  }
}

const weekWords = (week: number) => words(`week ${week}`, `孕${week}周`);

const measuredWords = ({ egfr, creatinine }: Extract<FactValue, { kind: 'kidney' }>): LocalText[] => [
  same(egfr === null ? '' : `eGFR ${egfr}\u00a0ml/min/1.73\u00a0m²`),
  creatinine === null ? same('') : words(`creatinine ${creatinine}\u00a0µmol/L`, `肌酐${creatinine}\u00a0µmol/L`),
];

const inOneText = words('; ', '、');
/** Between values that have a line each. */
export const inLines = same('\n');

/** All allergies as one text, for the specified field; null while nobody asked. A name may contain a comma. */
export function allergyText(summary: PatientSummary, separator = inOneText): LocalText | null {
  const { claims } = entryOf(summary, 'allergies');
  if (claims.length === 0) return null;
  const allergies = shownAllergies(entryOf(summary, 'allergies'));
  return allergenList(allergies.length > 0 ? allergies : claims, separator);
}

/** Allergies in one text, each once. */
export function allergenList(allergies: readonly Named[], separator = inOneText): LocalText {
  const shown = allergies.map(allergenWords);
  const each = shown.filter(({ en }, index) => shown.findIndex((one) => one.en === en) === index);
  return joined(each, separator);
}

/** An allergy without its details. */
export const allergenWords = ({ value, name }: Named): LocalText =>
  value.kind === 'allergy' ? subject(value.text, { value, name }) : valueWords({ value, name });

/** Who states a value against a confirmed one, and what an unconfirmed value is called. */
export const statesWords: Readonly<Record<Claim['origin'], LocalText>> = {
  doctor: words('recorded', '记录'),
  patient: words('patient states', '患者自述'),
  intake: words('patient states', '患者自述'),
  file: words('patient file', '患者档案'),
  record: words('this record', '本次病历'),
  history: words('history', '既往病史'),
  complaint: words('patient’s own words', '患者主诉'),
};

/** Where something about allergies is written, within a sentence: "Denied in this record". */
export const placeWords: Readonly<Record<'file' | 'record' | 'history' | 'complaint' | 'fact', LocalText>> = {
  file: words('the patient file', statesWords.file.zh),
  record: words('this record', statesWords.record.zh),
  history: words('the history', statesWords.history.zh),
  complaint: words('the patient’s own words', statesWords.complaint.zh),
  fact: words('the allergies', '过敏记录'),
};

/** Who stands for a claim and when: "confirmed by Chen Min, 3 Mar 2026"; `date` is the day in the reader's form. */
export function sourceWords({ confirmed, by, origin, outdated }: Claim, date: LocalText | null): LocalText {
  const who = confirmed
    ? by
      ? words(`confirmed by ${by.en}`, `${by.zh}确认`)
      : words('confirmed', '已确认')
    : statesWords[origin];
  return details([who, date ?? same(''), outdated ? outdatedWords : same('')]);
}

export const outdatedWords = words('outdated', '已过期');

/** The mark beside a value that no doctor confirmed. */
export const unconfirmedWords = words('unconfirmed', '未确认');

/** An entry with the source of each value, one value a line; `dateOf` gives the day of a time in both languages. */
export function entryWords(entry: FactEntry, dateOf: (time: number) => LocalText): LocalText {
  if (entry.claims.length === 0) return entry.kind === 'allergies' ? allergiesNotRecordedWords : notRecordedWords;
  const others = entry.claims.filter(({ value }) => value.kind !== 'allergy');
  const each = [...shownAllergies(entry), ...others].map((claim) =>
    withDetails(valueWords(claim), sourceWords(claim, claim.time === null ? null : dateOf(claim.time))),
  );
  return joined(each, inLines);
}

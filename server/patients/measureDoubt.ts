import type { FactValue } from '../../clinical/facts/patientFacts.ts';
import type { GrowthCurve, Measure } from '../../clinical/measures/growth.ts';
import { type Doubt, doubtOf } from '../../clinical/measures/plausible.ts';
import type { Slip } from '../../clinical/measures/slips.ts';
import { sexOf } from '../../clinical/patient/sex.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { patient, patientFact } from '../db/schema/patients.ts';
import { askedAbout, pointMoved } from './doubtWords.ts';
import { ageMonthsOf, daysSince } from './measureAges.ts';
import { ageText } from './wire.ts';

type Who = Pick<typeof patient.$inferSelect, 'birthday' | 'gender'>;
type FactRow = Pick<typeof patientFact.$inferSelect, 'value' | 'confirmed' | 'createTime' | 'confirmTime'>;

const units: Readonly<Record<Measure, string>> = { weight: 'kg', height: 'cm' };

const measureIn = (value: FactValue): { measure: Measure; number: number } | null => {
  if (value.kind === 'weight') return { measure: 'weight', number: value.kg };
  return value.kind === 'height' ? { measure: 'height', number: value.cm } : null;
};

/** The newest value of a measure that a doctor confirmed. */
function confirmedBefore(measure: Measure, rows: readonly FactRow[], at: number) {
  const values = rows.flatMap((row) => {
    const one = measureIn(row.value);
    return row.confirmed && one?.measure === measure ? [{ value: one.number, days: daysSince(row, at) }] : [];
  });
  return values.at(-1) ?? null;
}

/** A height counts for a weight of the same year; that of a grown-up does not change. */
const sameYearDays = 366;
const grownUpMonths = 228;

/** The newest value of the other measure that is confirmed, or stated and plausible. */
function otherBeside(measure: Measure, rows: readonly FactRow[], ageMonths: number | null, at: number) {
  const values = rows.flatMap((row) => {
    const { value, confirmed } = row;
    const one = measureIn(value);
    if (!one || one.measure === measure || (!confirmed && 'implausible' in value && value.implausible)) return [];
    return daysSince(row, at) <= sameYearDays || (ageMonths ?? 0) >= grownUpMonths ? [{ value: one.number }] : [];
  });
  return values.at(-1) ?? null;
}

/** Whether a stated weight or height must be confirmed for this patient, given their current statements. */
export function measureDoubt(
  value: FactValue,
  { birthday, gender }: Who,
  rows: readonly FactRow[],
  at: number,
  curves: readonly GrowthCurve[],
): Doubt | null {
  const stated = measureIn(value);
  if (!stated) return null;
  const ageMonths = ageMonthsOf(birthday, at);
  const beside = {
    earlier: confirmedBefore(stated.measure, rows, at),
    other: otherBeside(stated.measure, rows, ageMonths, at),
  };
  return doubtOf(stated.measure, stated.number, { sex: sexOf(gender), ageMonths }, beside, curves);
}

const names: Readonly<Record<Measure, LocalText>> = {
  weight: { en: 'weight', zh: '体重' },
  height: { en: 'height', zh: '身高' },
};
const people: Readonly<Record<string, LocalText>> = {
  male: { en: 'a male patient', zh: '男性患者' },
  female: { en: 'a female patient', zh: '女性患者' },
  unknown: { en: 'this patient', zh: '该患者' },
};

const slipText = ({ measure, value, kind, meant }: Slip): LocalText => {
  const unit = units[measure];
  const said: Readonly<Record<Slip['kind'], LocalText>> = {
    pounds: { en: `${value} pounds are ${meant} kg`, zh: `${value} 磅等于 ${meant} 公斤` },
    jin: { en: `${value} jin are ${meant} kg`, zh: `${value} 斤等于 ${meant} 公斤` },
    inches: { en: `${value} inches are ${meant} cm`, zh: `${value} 英寸等于 ${meant} 厘米` },
    metres: { en: `${value} metres are ${meant} cm`, zh: `${value} 米等于 ${meant} 厘米` },
    tenTimes: pointMoved(value, meant, unit, 'left'),
    tenth: pointMoved(value, meant, unit, 'right'),
  };
  return said[kind];
};

/** What is unusual about a measure: its value for the age, the change, or the body mass index with the other measure. */
function unusualText(
  { measure, value, why, least, most, earlier, bmi }: Doubt,
  who: LocalText,
  age: LocalText,
): LocalText {
  const unit = units[measure];
  const range = `${least}–${most} ${unit}`;
  const name = names[measure];
  if (why === 'change')
    return {
      en: `A ${name.en} of ${value} ${unit} is an unusual change in this time (possible: ${range}); ${earlier} ${unit} before`,
      zh: `${name.zh} ${value} ${unit} 在这段时间内变化过大（可能范围 ${range}），此前为 ${earlier} ${unit}`,
    };
  const [ofAge, ofAgeZh] = [age.en ? ` of ${age.en}` : '', age.zh ? `${age.zh}的` : ''];
  if (why === 'bmi') {
    const other = measure === 'weight' ? 'height' : 'weight';
    const both = `${earlier} ${units[other]}`;
    return {
      en: `A ${name.en} of ${value} ${unit} with a ${names[other].en} of ${both} gives a body mass index of ${bmi}, which is unusual for ${who.en}${ofAge} (expected ${least}–${most})`,
      zh: `${name.zh} ${value} ${unit}、${names[other].zh} ${both}，体质指数（BMI）为 ${bmi}，对${ofAgeZh}${who.zh}不常见（预期 ${least}–${most}）`,
    };
  }
  const before =
    earlier === null ? { en: '', zh: '' } : { en: `; ${earlier} ${unit} before`, zh: `，此前为 ${earlier} ${unit}` };
  return {
    en: `A ${name.en} of ${value} ${unit} is unusual for ${who.en}${ofAge} (expected ${range})${before.en}`,
    zh: `${name.zh} ${value} ${unit} 对${ofAgeZh}${who.zh}不常见（预期 ${range}）${before.zh}`,
  };
}

/** Why a measure is doubted and what slip would explain it: "32.4 pounds are 14.7 kg". */
export function doubtText(doubt: Doubt, { birthday, gender }: Who, at: number): LocalText {
  const age = { en: ageText(birthday, at, 'en'), zh: ageText(birthday, at, 'zh-CN') };
  const unusual = unusualText(doubt, people[sexOf(gender)] ?? { en: '', zh: '' }, age);
  return askedAbout(unusual, doubt.slip ? slipText(doubt.slip) : null);
}

import { sexOf } from '../../clinical/checks/facts.ts';
import type { LocalText } from '../../clinical/checks/tables.ts';
import type { GrowthCurve, Measure } from '../../clinical/measures/growth.ts';
import { type Doubt, doubtOf, type Slip } from '../../clinical/measures/plausible.ts';
import type { FactValue } from '../../clinical/patientFacts.ts';
import type { patient, patientFact } from '../db/schema/patients.ts';
import { ageText } from './patientBrief.ts';

type Who = Pick<typeof patient.$inferSelect, 'birthday' | 'gender'>;
type FactRow = Pick<typeof patientFact.$inferSelect, 'value' | 'confirmed' | 'createTime' | 'confirmTime'>;

const dayMs = 86_400_000;
const daysPerMonth = 30.4375;
const units: Readonly<Record<Measure, string>> = { weight: 'kg', height: 'cm' };

const measureIn = (value: FactValue): { measure: Measure; number: number } | null => {
  if (value.kind === 'weight') return { measure: 'weight', number: value.kg };
  return value.kind === 'height' ? { measure: 'height', number: value.cm } : null;
};

/** The newest value of a measure that a doctor confirmed. */
function confirmedBefore(measure: Measure, rows: readonly FactRow[], at: number) {
  const values = rows.flatMap(({ value, confirmed, createTime, confirmTime }) => {
    const one = measureIn(value);
    const days = (at - (confirmTime ?? createTime)) / dayMs;
    return confirmed && one?.measure === measure ? [{ value: one.number, days }] : [];
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
  const ageMonths = birthday === null ? null : Math.max(0, (at - Date.parse(birthday)) / dayMs / daysPerMonth);
  const earlier = confirmedBefore(stated.measure, rows, at);
  return doubtOf(stated.measure, stated.number, { sex: sexOf(gender), ageMonths }, earlier, curves);
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

const slipText = (value: number, { kind, meant }: Slip, unit: string): LocalText => {
  const said: Readonly<Record<Slip['kind'], LocalText>> = {
    pounds: { en: `${value} pounds are ${meant} kg`, zh: `${value} 磅等于 ${meant} 公斤` },
    jin: { en: `${value} jin are ${meant} kg`, zh: `${value} 斤等于 ${meant} 公斤` },
    inches: { en: `${value} inches are ${meant} cm`, zh: `${value} 英寸等于 ${meant} 厘米` },
    metres: { en: `${value} metres are ${meant} cm`, zh: `${value} 米等于 ${meant} 厘米` },
    tenTimes: {
      en: `with the decimal point one place further left it is ${meant} ${unit}`,
      zh: `小数点左移一位为 ${meant} ${unit}`,
    },
    tenth: {
      en: `with the decimal point one place further right it is ${meant} ${unit}`,
      zh: `小数点右移一位为 ${meant} ${unit}`,
    },
  };
  return said[kind];
};

/** Why a measure is doubted and what slip would explain it: "32.4 pounds are 14.7 kg". */
export function doubtText(doubt: Doubt, { birthday, gender }: Who, at: number): LocalText {
  const { measure, value, why, least, most, earlier, slip } = doubt;
  const unit = units[measure];
  const who = people[sexOf(gender)] ?? { en: '', zh: '' };
  const [english, chinese] = [ageText(birthday, at, 'en'), ageText(birthday, at, 'zh-CN')];
  const hint = slip ? slipText(value, slip, unit) : null;
  const range = `${least}–${most} ${unit}`;
  const unusual =
    why === 'outside'
      ? {
          en: `A ${names[measure].en} of ${value} ${unit} is unusual for ${who.en}${english ? ` of ${english}` : ''} (expected ${range})`,
          zh: `${names[measure].zh} ${value} ${unit} 对${chinese ? `${chinese}的` : ''}${who.zh}不常见（预期 ${range}）`,
        }
      : {
          en: `A ${names[measure].en} of ${value} ${unit} is an unusual change in this time (possible: ${range})`,
          zh: `${names[measure].zh} ${value} ${unit} 在这段时间内变化过大（可能范围 ${range}）`,
        };
  return {
    en: `${unusual.en}${earlier === null ? '' : `; ${earlier} ${unit} before`}.${hint ? ` Was it a slip? ${hint.en[0]?.toUpperCase()}${hint.en.slice(1)}.` : ''} Check it, or confirm that it is right.`,
    zh: `${unusual.zh}${earlier === null ? '' : `，此前为 ${earlier} ${unit}`}。${hint ? `是否填错？${hint.zh}。` : ''}请核对，或确认无误。`,
  };
}

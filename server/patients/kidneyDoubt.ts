import type { FactValue } from '../../clinical/facts/patientFacts.ts';
import { type KidneyDoubt, type KidneyMeasure, kidneyDoubtOf } from '../../clinical/measures/kidneys.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { patient, patientFact } from '../db/schema/patients.ts';
import { askedAbout, pointMoved } from './doubtWords.ts';
import { ageMonthsOf, daysSince } from './measureAges.ts';
import { ageText } from './wire.ts';

type Who = Pick<typeof patient.$inferSelect, 'birthday'>;
type FactRow = Pick<typeof patientFact.$inferSelect, 'value' | 'confirmed' | 'createTime' | 'confirmTime'>;
type Kidney = Extract<FactValue, { kind: 'kidney' }>;

const measures: readonly KidneyMeasure[] = ['creatinine', 'egfr'];

/** The newest value of a measure that a doctor confirmed. */
function confirmedBefore(measure: KidneyMeasure, rows: readonly FactRow[], at: number) {
  const values = rows.flatMap((row) => {
    const value = row.confirmed && row.value.kind === 'kidney' ? row.value[measure] : null;
    return value === null ? [] : [{ value, days: daysSince(row, at) }];
  });
  return values.at(-1) ?? null;
}

/** Whether the creatinine or the eGFR of a statement must be confirmed, given the patient's current statements. */
export function kidneyDoubt(value: Kidney, { birthday }: Who, rows: readonly FactRow[], at: number) {
  const doubts = measures.map((measure): KidneyDoubt | null => {
    const number = value[measure];
    const earlier = confirmedBefore(measure, rows, at);
    return number === null ? null : kidneyDoubtOf(measure, number, ageMonthsOf(birthday, at), earlier);
  });
  return doubts.find((doubt) => doubt !== null) ?? null;
}

const words: Readonly<Record<KidneyMeasure, { name: LocalText; unit: string }>> = {
  creatinine: { name: { en: 'A creatinine', zh: '肌酐' }, unit: 'µmol/L' },
  egfr: { name: { en: 'An eGFR', zh: 'eGFR' }, unit: 'ml/min/1.73 m²' },
};

function slipText({ measure, value, slip }: KidneyDoubt): LocalText | null {
  const { unit } = words[measure];
  if (slip === null) return null;
  const { kind, meant } = slip;
  if (kind !== 'milligrams') return pointMoved(value, meant, unit, kind === 'tenTimes' ? 'left' : 'right');
  return { en: `${value} mg/dL are ${meant} ${unit}`, zh: `${value} mg/dL 等于 ${meant} ${unit}` };
}

/** Why a measure of the kidneys is doubted and what slip would explain it: "6 mg/dL are 530 µmol/L". */
export function kidneyDoubtText(doubt: KidneyDoubt, { birthday }: Who, at: number): LocalText {
  const { measure, value, why, least, most, earlier } = doubt;
  const { name, unit } = words[measure];
  const [en, zh] = [ageText(birthday, at, 'en'), ageText(birthday, at, 'zh-CN')];
  const range = `${least}–${most} ${unit}`;
  const before =
    earlier === null ? { en: '', zh: '' } : { en: `; ${earlier} ${unit} before`, zh: `，此前为 ${earlier} ${unit}` };
  const unusual =
    why === 'change'
      ? {
          en: `${name.en} of ${value} ${unit} is an unusual change (expected ${range})${before.en}`,
          zh: `${name.zh} ${value} ${unit} 变化过大（预期 ${range}）${before.zh}`,
        }
      : {
          en: `${name.en} of ${value} ${unit} is unusual for a patient${en ? ` of ${en}` : ''} (expected ${range})${before.en}`,
          zh: `${name.zh} ${value} ${unit} 对${zh ? `${zh}的` : '该'}患者不常见（预期 ${range}）${before.zh}`,
        };
  return askedAbout(unusual, slipText(doubt));
}

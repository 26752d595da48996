import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { RxRefusal } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import type { Outcome } from '../db/outcome.ts';
import type { LineRefusal } from './compose.ts';
import type { LineProblem } from './facts.ts';
import { findingFor } from './view.ts';

const texts: Record<LineProblem['why'], { en: string; zh: string }> = {
  unknownDrug: { en: 'This pharmacy does not have this drug', zh: '该药房没有此药品' },
  retiredDrug: {
    en: 'This drug is no longer on the hospital’s list. Choose another one or remove the line',
    zh: '该药品已从本院药品目录停用，请更换或删除此药品',
  },
  wrongUnit: {
    en: 'A dose of this drug cannot be written in this unit. Choose one that fits it',
    zh: '该药品的单次剂量不能使用此单位，请选择合适的单位',
  },
  notOnSale: { en: 'This drug is not on sale now', zh: '该药品当前不可售' },
  unknownFrequency: { en: 'This frequency is not known', zh: '未知的用药频次' },
  taperNotRegular: {
    en: 'A taper needs a regular frequency in every step. Choose one, or remove the steps',
    zh: '逐步减量的每一步都需要固定频次，请选择频次或删除步骤',
  },
  noLoadingDose: {
    en: 'A loading dose needs a regular frequency. Choose one, or remove the loading dose',
    zh: '首剂加量需要固定频次，请选择频次或删除首剂',
  },
  tooFewMoments: {
    en: 'Doses by time of day need at least two times. Add one, or write one dose with its frequency',
    zh: '分时剂量至少需要两个时间，请添加，或改写为单次剂量和频次',
  },
  momentTwice: {
    en: 'Each time of day can have one dose only. Put the doses of the same time together',
    zh: '每个时间只能有一个剂量，请合并同一时间的剂量',
  },
  momentsNotFrequency: {
    en: 'The number of doses by time of day and the frequency do not agree. Choose the frequency with as many doses a day',
    zh: '分时剂量的次数与频次不一致，请选择每日次数相同的频次',
  },
  notLargestDose: {
    en: 'With doses by time of day, the single dose must be the largest of them',
    zh: '使用分时剂量时，单次剂量须为其中最大的一次',
  },
  loadingWithMoments: {
    en: 'Doses by time of day cannot begin with a loading dose. Remove one of the two',
    zh: '分时剂量不能同时使用首剂加量，请删除其中一项',
  },
  unknownRoute: { en: 'This route is not known', zh: '未知的给药途径' },
  unknownDiagnosis: { en: 'This diagnosis is not in the list', zh: '诊断不在目录中' },
  noLines: { en: 'Add at least one drug', zh: '请至少添加一种药品' },
  stockShort: { en: 'Only {stock} left in stock', zh: '库存仅剩 {stock}' },
};

const textOf = ({ why, stock = 0 }: LineProblem, language: Language) =>
  texts[why][language === 'en' ? 'en' : 'zh'].replace('{stock}', String(stock));

/** Adds the wire's data to a refusal of lines: each problem with its line in the doctor's language, and the findings. */
export function withLineErrors<T>(outcome: Outcome<T>, language: Language): Outcome<T> {
  if (outcome.ok || (outcome.code !== Code.prescriptionLinesRefused && outcome.code !== Code.stockShort))
    return outcome;
  // Refusals with these two codes always carry a LineRefusal.
  const { problems, ruleHits } = outcome.data as LineRefusal;
  const data: z.input<typeof RxRefusal> = {
    lineErrors: problems.map((problem) => ({
      index: problem.index,
      field: problem.field,
      msg: textOf(problem, language),
    })),
    ruleHits: ruleHits.map((hit) => findingFor(hit, language)),
  };
  return { ...outcome, data };
}

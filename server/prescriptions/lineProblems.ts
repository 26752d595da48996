import type * as z from 'zod/mini';
import { blankIn } from '../../clinical/words/blanks.ts';
import { Code } from '../../contract/envelope.ts';
import type { RxRefusal } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import type { Outcome } from '../db/outcome.ts';
import type { LineProblem, LineRefusal } from './facts.ts';
import { findingFor } from './wire.ts';

const texts: Record<LineProblem['why'], { en: string; zh: string }> = {
  unreadable: {
    en: 'What is stored of this line cannot be read. Remove it and write it again',
    zh: '此药品的已存内容无法读取，请删除后重新填写',
  },
  unknownWarehouse: {
    en: 'The hospital does not have this pharmacy any more. Choose another one',
    zh: '本院已无此药房，请重新选择药房',
  },
  unknownDrug: {
    en: 'This pharmacy does not have this medicine. Choose another one or remove the line',
    zh: '该药房没有此药品，请更换或删除此药品',
  },
  faultyDrug: {
    en: 'The data of this medicine on the hospital’s list is wrong. Choose another one and tell the administrator',
    zh: '本院药品目录中该药品的资料有误，请更换药品并告知管理员',
  },
  retiredDrug: {
    en: 'This medicine is no longer on the hospital’s list. Choose another one or remove the line',
    zh: '该药品已从本院药品目录停用，请更换或删除此药品',
  },
  wrongUnit: {
    en: 'A dose of this medicine cannot be written in this unit. Choose one that fits it',
    zh: '该药品的单次剂量不能使用此单位，请选择合适的单位',
  },
  notOnSale: {
    en: 'This medicine is not on sale now. Choose another one or remove the line',
    zh: '该药品当前不可售，请更换或删除此药品',
  },
  unknownFrequency: {
    en: 'This frequency is not known. Choose one from the list',
    zh: '未知的用药频次，请从列表中选择',
  },
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
    en: 'With doses by time of day, the single dose must be the largest of them. Write the largest one',
    zh: '使用分时剂量时，单次剂量须为其中最大的一次，请改写',
  },
  loadingWithMoments: {
    en: 'Doses by time of day cannot begin with a loading dose. Remove one of the two',
    zh: '分时剂量不能同时使用首剂加量，请删除其中一项',
  },
  unknownRoute: { en: 'This route is not known. Choose one from the list', zh: '未知的给药途径，请从列表中选择' },
  unknownDiagnosis: {
    en: 'This diagnosis is not in the list. Choose another one',
    zh: '诊断不在目录中，请重新选择',
  },
  blank: {
    en: 'Write what belongs in the blank “{blank}”, or delete it. A signed prescription has no blanks',
    zh: '请填写或删除“{blank}”，签署的处方不能留空',
  },
  noLines: { en: 'Add at least one medicine', zh: '请至少添加一种药品' },
  stockShort: {
    en: 'Only {stock} left in stock. Write fewer packs or choose another medicine',
    zh: '库存仅剩 {stock}，请减少数量或更换药品',
  },
};

/** The sentence about a problem: what is wrong and what to do. */
export const lineProblemText = (
  { why, stock = 0, blank = '' }: Pick<LineProblem, 'why' | 'stock' | 'blank'>,
  language: Language,
) => texts[why][language === 'en' ? 'en' : 'zh'].replace('{stock}', String(stock)).replace('{blank}', () => blank);

type Written = {
  readonly lines: readonly { readonly remark?: string | null | undefined }[];
  readonly advice: string | null;
  readonly overDaysReason: string | null;
};

/** The blanks in what a prescription says in the doctor's own words, which is signed. */
export function blanksIn({ lines, advice, overDaysReason }: Written): LineProblem[] {
  const texts = [
    ...lines.map(({ remark }, index) => ({ index, field: 'remark', text: remark })),
    { index: 0, field: 'advice', text: advice },
    { index: 0, field: 'overDaysReason', text: overDaysReason },
  ];
  return texts.flatMap(({ index, field, text }) => {
    const blank = blankIn(text ?? '');
    return blank ? [{ index, field, why: 'blank' as const, blank: blank.text }] : [];
  });
}

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
      msg: lineProblemText(problem, language),
    })),
    ruleHits: ruleHits.map((hit) => findingFor(hit, language)),
  };
  return { ...outcome, data };
}

/** Words of somebody who asks or is not sure; then nothing counts as tolerated, and a person decides. */
const doubt =
  /\?|\b(?:maybe|perhaps|might|unsure|uncertain|whether|unknown|unclear|possibl[ey]|suspect(?:ed|s)?|not (?:sure|certain)|(?:don'?t|do not|doesn'?t|does not) know)\b|不知|不清楚|不确定|不排除|不能排除|可能|疑似|可疑|怀疑|是否|是不是|吗|过不过敏|能不能|不详|未知/;

/** Ways to say that a substance must not be used. They are apart, so that each needs linear time. */
const refusal: readonly RegExp[] = [
  /\b(?:can(?:not| not|'?t| no longer| never)|could(?:n'?t| not)|must(?:n'?t| not)|should(?:n'?t| not)|may not|unable to|not able to|not allowed)\b/,
  /(?:\bnot|n't|\bnever|\bpoorly|\bbadly|\bbarely)\s+(?:very |well |fully |feel |feeling )?(?:tolerat\w*|ok|okay|fine|safe|good|suitable|well|take|use)\b/,
  /\b(?:intoleran\w*|unsafe|unwell|avoid\w*|stopp?(?:ed)?|(?:tolerat\w+|doing) (?:poorly|badly))\b/,
  /(?:不|未|没|无法|没法|难以|勿|禁|别|莫)(?:可以?|能够?|得|宜|要|再|敢|让|应|该){0,2}(?:使?用|吃|服|打|注射|耐受|接受)|禁忌|停用|慎用|避免/,
];

/** Ways to say that a substance is tolerated, each as far as the words of the denial go. */
const tolerance: readonly RegExp[] = [
  /(?:\bnot|n'?t|\bnever|\bno longer|\bneither)\s+(?:been |really |actually |currently |truly |known to be |at all ){0,2}(?:allergic|sensitive|reactive)\b/,
  /\b(?:did|do|does|has|have|had)(?:n'?t| not)\s+(?:have|had|get|got|cause|caused|give|given|react|reacted)\b(?:.{0,60}?\b(?:allerg\w*|reactions?|problems?|issues?|rash(?:es)?|hives)\b)?/,
  /\b(?:non-?allergic|never reacted|den(?:y|ies|ied|ying))\b/,
  /\b(?:tolerat(?:es?|ed|ing|ion|ance)|fine|ok|okay|safe|safely|alright|all right|harmless|allowed|permitted|acceptable|good|well)\b/,
  /\b(?:can|could|may|able to|free to)\b.{0,20}?\b(?:take|takes|have|use|receive|get|be given|be used|be taken|eat)\b/,
  /(?:不是|并非|并不是?|从不|从未|从没|没有?|未曾?|无|非|不会?|不再)(?:再|会|曾|是|见|有){0,1}对.{0,20}?过敏(?:反应|史|症状)?/,
  /(?:否认|无(?!法)|没有?|未见|未发现|未出现|排除)(?!其他|其它|别的|其余).{0,20}?过敏(?:反应|史|症状)?/,
  /(?<!过)(?:不会?|没有?|无|未)过敏(?:反应|史|症状)?/,
  /非(?=青霉|头孢|磺胺|抗生素).{1,8}?过敏/,
  /(?<!假)阴性(?:反应)?|脱敏标签|耐受(?:良好|性好|好)?|没关系|安全|良好|正常(?:使用|服用|用)?/,
  /(?:可以?|能够?|允许|适合)(?:放心|正常|安全|继续|照常|常规){0,1}(?:使?用|吃|服|打|注射|输|接受|应用)/,
  /(?:没有?|无|未见?|没出现|未出现|未发生)(?:任何|什么|明显|不良|出现){0,2}(?:问题|事|大碍|不适|反应|异常|副作用|症状|皮疹)/,
];

/** A denial, and within how many characters of it what is denied; one expression for both would not need linear time. */
type Pair = { readonly first: RegExp; readonly second: RegExp; readonly within: number };

const noneIsTolerated: Pair = {
  first: /\b(?:no|none|nothing)\b/g,
  second: /\b(?:tolerated|safe|ok|okay|fine)\b/,
  within: 40,
};
const noReaction: Pair = {
  first:
    /\b(?:no|without|never|not|neither|zero|nil|den(?:y|ies|ied|ying))\b(?! (?:other|further|additional|more|new)\b)/g,
  second:
    /\b(?:allerg\w*|reactions?|problems?|issues?|trouble|side effects?|adverse effects?|rash(?:es)?|hives|symptoms?|anaphyla\w*|complaints?|ill effects?)\b/,
  within: 80,
};

const ruledOut = /\b(?:ruled out|excluded|disproved|refuted|negative|neg|de-?label\w*|passed)\b/g;
const allergyRuledOut: Pair = {
  first: /\b(?:allerg\w*|reaction)\b/g,
  second: /\b(?:ruled out|excluded|disproved|refuted|negative|neg|de-?label\w*|passed)\b/,
  within: 45,
};
const negativeForAllergy: Pair = { first: ruledOut, second: /\ballerg\w*/, within: 45 };

/** From where to where the first such pair goes; null without one. */
function placeOf(said: string, { first, second, within }: Pair): readonly [from: number, to: number] | null {
  for (const start of said.matchAll(first)) {
    const from = start.index + start[0].length;
    const end = second.exec(said.slice(from, from + within));
    if (end) return [start.index, from + end.index + end[0].length];
  }
  return null;
}

function withoutPair(said: string, pair: Pair): string {
  const place = placeOf(said, pair);
  return place ? `${said.slice(0, place[0])} ${said.slice(place[1])}` : said;
}

const reaction =
  /allerg|anaphyla|rash|hives|urticaria|swell|swollen|shock|itch|reaction|wheez|breath|vomit|edema|\bsjs\b|过敏|皮疹|荨麻疹|休克|痒|红疹|水肿|呼吸困难|风团|药疹|反应|喘|肿/;

/** Whether a statement names a reaction or an allergy. */
export const namesReaction = (said: string): boolean => reaction.test(said);

/** Whether a statement asks or is not sure. */
export const isDoubtful = (said: string): boolean => doubt.test(said);

/** Whether a statement says that something must not be used. */
export const isRefused = (said: string): boolean =>
  refusal.some((one) => one.test(said)) || placeOf(said, noneIsTolerated) !== null;

/** A denial of several allergies with the word "allergy" only once, at its end: "否认青霉素过敏及头孢过敏". */
const repeated = /过敏(?:史|反应)?(?=(?:以及|[及和与或、]).{1,20}过敏)/g;
const withOneAllergy = (said: string): string =>
  /^(?:患者|病人|本人)?(?:无|没有|未见|否认)/.test(said) ? said.replace(repeated, '') : said;

/**
 * Whether a folded statement only says that what it names is tolerated. One that asks, that refuses, or that names
 * a reaction besides the denial does not.
 */
export function isTolerated(said: string): boolean {
  if (doubt.test(said) || isRefused(said)) return false;
  const one = withOneAllergy(said);
  const denied = [noReaction, allergyRuledOut, negativeForAllergy].reduce(withoutPair, one);
  const left = [...tolerance, ruledOut].reduce((text, one) => text.replace(one, ' '), denied);
  return left !== one && !reaction.test(left);
}

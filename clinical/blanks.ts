/** A place in a text that a template left open, from its first character to behind its last one. */
export type Blank = { readonly start: number; readonly end: number };

/** Answers of which one has to be chosen; written with a slash between them, none was. */
const opposites = [
  ['有', '无'],
  ['是', '否'],
  ['好', '差'],
  ['男', '女'],
  ['左', '右'],
  ['阳性', '阴性'],
  ['正常', '异常'],
  ['存在', '不存在'],
  ['yes', 'no'],
  ['with', 'without'],
  ['present', 'absent'],
  ['positive', 'negative'],
  ['normal', 'abnormal'],
  ['male', 'female'],
  ['he', 'she'],
  ['his', 'her'],
  ['y', 'n'],
] as const;

const latin = /^[a-z]+$/;
/** A slash between two answers, with up to twenty spaces on either side, wide ones too. */
const slash = '[^\\S\\n]{0,20}[/／∕⁄\\\\|｜][^\\S\\n]{0,20}';
const choice = (one: string, other: string) =>
  latin.test(one) ? `(?<![a-z])${one}${slash}${other}(?![a-z])` : `${one}${slash}${other}`;

/** Units that follow a number wherever they are written; some of them are also words, which only follow a placeholder. */
const measuredIn = '℃|°\\s?[CF]|mmHg|次/分|bpm|kPa';
const countedIn = `${measuredIn}|kg|cm|mg|ml|mL|days?|weeks?|months?|years?|hours?|times|次|天|日|周|月|年|岁|小时`;

const patterns: readonly RegExp[] = [
  // Dots and lines to write on.
  /…+|⋯+|\.{3,}|[_＿]{2,}|﹍+/g,
  // Brackets and boxes with nothing in them.
  /\([\s_＿]*\)|（[\s_＿]*）|\[[\s_＿]*\]|【[\s_＿]*】|［[\s_＿]*］|□|☐/g,
  // A variable of a template that was not filled in.
  /\{\{[^{}]*\}\}/g,
  // A placeholder where a number belongs, such as "x℃" or "× days".
  new RegExp(`(?<![\\p{Script=Latin}\\d×])[xX×?？*]{1,4}\\s*(?:${countedIn})(?![A-Za-z])`, 'gu'),
  // Two and more in a row stand for a word; chromosomes follow a number.
  /(?<![\p{Script=Latin}\d,，×])(?:[xX]{2,}|×{2,})(?![\p{Script=Latin}\d])/gu,
  // A unit without its number.
  new RegExp(`(?<![\\d０-９.．…_＿xX×?？*⋯\\s])\\s*(?:${measuredIn})(?![A-Za-z])`, 'g'),
  // Weight and height without a number. After other words "kg" and "cm" need no number, as in "mg/kg".
  /(?:体重|身高|weight|height)[\s:：]*(?:kg|cm)(?![a-z]|\s?[:：]\s?\d)/gi,
  ...opposites.map(([one, other]) => new RegExp(`${choice(one, other)}|${choice(other, one)}`, 'gi')),
  // "会/不会", "发热/未发热": the same word with and without a negation.
  new RegExp(`([\u4e00-\u9fa5]{1,3})${slash}(?:不|无|未|非)\\1`, 'g'),
];

/** The blanks of a text in their order; those that touch or overlap are one. The text itself is any number of lines. */
export function findBlanks(text: string): readonly Blank[] {
  const found = patterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const blanks: Blank[] = [];
  for (const next of found) {
    const last = blanks.at(-1);
    if (last === undefined || next.start > last.end) blanks.push(next);
    else blanks[blanks.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
  }
  return blanks;
}

/** The first blank of a text, with what it says; null without one. */
export function blankIn(text: string): (Blank & { readonly text: string }) | null {
  const [blank] = findBlanks(text);
  return blank ? { ...blank, text: text.slice(blank.start, blank.end).trim() } : null;
}

/** Answers of which one has to be chosen; written with a slash between them, none was. */
const opposites = [
  ['有', '无'],
  ['是', '否'],
  ['好', '差'],
  ['男', '女'],
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
  ['pos', 'neg'],
  ['已', '未'],
  ['is', 'is not'],
  ['has', 'has no'],
  ['does', 'does not'],
  ['did', 'did not'],
  ['can', 'cannot'],
  ['present', 'not present'],
  ['smoker', 'non-smoker'],
  ['否认', '承认'],
  ['阴', '阳(?!离)'],
  ['denies', 'reports'],
  ['denies', 'admits'],
] as const;

/** Grades of which one has to be chosen. Two of them may be meant ("轻/中度"), all three never are. */
const grades = [
  ['轻度?', '中度?', '重'],
  ['大', '中', '小(?!便)'],
  ['高', '中', '低'],
  ['左侧?', '右侧?', '双'],
  ['好', '一般', '差'],
  ['mild', 'moderate', 'severe'],
  ['low', 'medium', 'high'],
  ['small', 'medium', 'large'],
  ['good', 'fair', 'poor'],
  ['left', 'right', 'both'],
] as const;

const latin = /^[a-z]+$/;
/** A slash between two answers, with up to twenty spaces on either side, wide ones too. */
const slash = '[^\\S\\n]{0,20}[/／∕⁄\\\\|｜][^\\S\\n]{0,20}';
const choice = (one: string, other: string) =>
  latin.test(one) ? `(?<![a-z])${one}${slash}${other}(?![a-z])` : `${one}${slash}${other}`;

/** The parts of a heart and other pairs that "left/right" names as a whole. */
const paired = '心|旋|束|冠|室|房|向|\\s?(?:ventric|atri|heart|bundle|coronary|shunt|hemispher)';
const inOrder = ([one, other, third]: readonly [string, string, string]) =>
  `(?<![A-Za-z])(?:${one}${slash}${other}${slash}${third}|${third}${slash}${other}${slash}${one})(?![A-Za-z])`;

/** Words by which somebody leaves a place to be filled in. */
const toFill = '待(?:补充|补录|补|填写|填|录入|完善|定)|(?:请|此处|在此)(?:填写|填入|输入|补充|选择|描述)';
const toFillIn =
  '(?:to be|please) (?:completed?|filled(?: in)?|fill in|added|entered|determined)|(?:please )?(?:specify|describe)|fill in|placeholder';
const fieldNames =
  '(?:患者)?(?:姓名|年龄|性别|日期|时间|症状|部位|药名|数值)|(?:填写|填入|输入|选择)[^\\n]{0,12}?|(?:insert|enter|patient|your)? ?(?:name|age|date|dose|number|site|symptoms?)|(?:insert|enter) [a-z ]{1,20}';

/** Units that follow a number wherever they are written; some of them are also words, which only follow a placeholder. */
const measuredIn = '℃|°\\s?[CF]|mmHg|次/分|bpm|kPa';
const countedIn = `${measuredIn}|kg|cm|mg|ml|mL|days?|weeks?|months?|years?|hours?|times|次|天|日|周|月|年|岁|小时`;

/** What a template leaves open, in a text with signs of half width. Each of them is global. */
export const blankPatterns: readonly RegExp[] = [
  // Dots and lines to write on.
  /…+|⋯+|‥+|\.{3,}|。{3,}|[·・]{3,}|[_＿]{2,}|﹍+|﹏+/g,
  /(?<![A-Za-z\d_])_(?![A-Za-z\d_])|(?<![A-Za-z])G_{1,20}P_{1,20}/g,
  /(?<!\S)(?:\.[ ]){2,20}\.(?!\S)/g,
  // Brackets and boxes with nothing in them.
  /\([\s_＿]*\)|（[\s_＿]*）|\[[\s_＿]*\]|【[\s_＿]*】|［[\s_＿]*］|[□☐◻▢⬜❏❑]/g,
  /\{\s*\}|<\s+>|〔\s*〕|〖\s*〗|〈\s*〉|《\s*》/g,
  /[○◯〇](?=[ ]?(?:有|无|是|否|yes|no)(?![a-z]))/gi,
  /有\(无\)|是\(否\)/g,
  // Words for what is still to be written: alone in brackets, or all that follows a label.
  new RegExp(`[(（[【［<＜{]\\s?(?:${toFill}[^\\n)）\\]】］>＞}]{0,12}|${toFillIn})\\s?[)）\\]】］>＞}]`, 'gi'),
  new RegExp(`[[<＜{]\\s?(?:${fieldNames})\\s?[\\]>＞}]`, 'gi'),
  new RegExp(`(?<=(?:^|[:：\\n，,;；。])[^\\S\\n]?)(?:${toFill}|${toFillIn})(?=[^\\S\\n]?(?:$|[\\n，,;；。.]))`, 'gi'),
  /待(?:填写?|补录)(?![\u4e00-\u9fa5])/g,
  /(?<![\p{L}\d])(?:TODO|TBD|FIXME)(?![\p{L}\d])|(?<![\p{L}\d])(?:tbd(?![\p{L}\d])|to-?do\s?[:：])/gu,
  // A variable of a template that was not filled in.
  /\{\{[^{}]*\}\}/g,
  // A placeholder where a number belongs, such as "x℃" or "× days".
  new RegExp(`(?<![\\p{Script=Latin}\\d×])(?!xml)[xX×]{1,4}\\s*(?:${countedIn})(?![A-Za-z])`, 'gu'),
  new RegExp(`(?<![?？*])[?？*]{1,4}\\s{0,20}(?:${countedIn})(?![A-Za-z\\u4e00-\\u9fa5])`, 'gu'),
  // Two or more signs in a row are a placeholder for a word, except after a number, as in a karyotype.
  /(?<![\p{Script=Latin}\d,，×.]|\d[,，]\s)(?:[xX]{2,}|×{2,}|○{2,})(?![\p{Script=Latin}\d@]|\s?(?:染色体|型|\/X|chromosom|karyotyp))/gu,
  /(?<![\p{L}\d*＊])[*＊]{3,}(?![\p{L}\d*＊])/gu,
  /(?<=[:：][^\S\n]{0,5})[?？]+(?!\S)|(?<!\S)[?？]{3,}(?!\S)/g,
  // A unit without its number.
  new RegExp(`(?<![(（][^\\S\\n]{0,3})(?<![\\d０-９.．…‥・·_＿xX×?？*⋯\\s])\\s*(?:${measuredIn})(?![A-Za-z])`, 'g'),
  new RegExp(`[(（]\\s?(?:${measuredIn})\\s?[)）]\\s?[:：](?!\\s{0,20}[\\d０-９])`, 'g'),
  // "体温 度" and other numbers that a label or a space announces and that are missing.
  /(?:体温|腋温|口温|肛温|耳温|额温)[^\S\n]{0,20}[:：]?[^\S\n]{0,20}(?:摄氏)?度(?![数计差])/g,
  /(?<![A-Za-z])T[^\S\n]{0,20}[:：]?[^\S\n]{0,20}度/g,
  /(?<=[:：](?<!(?:单位|[Uu]nits?)[:：])[^\S\n]{0,20})(?:mmol\/L|[uμµ]mol\/L|mg\/dL|[gU]\/L|IU\/L|ng\/mL|%|kg|cm|mm|ml|mL|mg|公斤|厘米|小时|分钟|[次天周岁分片度])(?![\p{L}\d/])/gu,
  /(?<=[A-Z\u4e00-\u9fa5](?<![一二三四五六七八九十百千半几数两多每当今明昨上下本前后近第该各同])[ \u3000]{1,20})(?:小时|分钟|[次天周岁片粒支袋度分])(?![\p{L}\d])/gu,
  /年[ \u3000]{1,20}月[ \u3000]{1,20}日|(?<=[: ])年月日/g,
  /(?:SpO2|血氧(?:饱和度)?)[\s:]{0,20}%/gi,
  /(?<=:[ ]{0,20})(?:\/min|days?|weeks?|months?|years?|hours?)(?![A-Za-z])/g,
  /(?<=\p{L}[ \u3000]{3,20})(?:days?|weeks?|months?|years?|hours?|times)(?![a-z])/giu,
  /(?:体温|血压|脉搏|心率|呼吸|体重|身高|末次月经|主诉|[一-龥]{2}史|(?:疼痛)?部位|诱因|初步诊断|(?<![A-Za-z])(?:LMP|BP|HR|RR|SpO2|Temperature|Weight|Height|Pulse|Allergies|Onset|Site|(?:[A-Z][a-z ]+)?(?:history|complaint|period)))[:：]\s{0,20}(?=[，,;；。]|$)/g,
  // A pressure or a score of which only the second number is there.
  /(?<=(?:血压|评分|(?<![A-Za-z])(?:BP|[Ss]core|VAS|NRS))[\s:]{0,20})\/[^\S\n]?\d{1,3}/g,
  /(?<![A-Za-z\d])N[天日周月年次]/g,
  // Weight and height without a number. After other words "kg" and "cm" need no number, as in "mg/kg".
  /(?:体重|身高|体重指数|体质指数|weight|height|(?<![a-z])(?:wt|ht|bmi))[\s:：]*(?:kg|cm|公斤|厘米)(?![a-z]|\s?[:：]\s?\d)/gi,
  ...grades.map((one) => new RegExp(inOrder(one), 'gi')),
  new RegExp(`左侧?${slash}右(?!${paired})|右侧?${slash}左(?!${paired})`, 'g'),
  new RegExp(`(?<![a-z])(?:left${slash}right|right${slash}left)(?![a-z]|${paired})`, 'gi'),
  ...opposites.map(([one, other]) => new RegExp(`${choice(one, other)}|${choice(other, one)}`, 'gi')),
  // "会/不会", "发热/未发热": the same word with and without a negation.
  new RegExp(`([\u4e00-\u9fa5]{1,3})${slash}(?:不|无|未|非)\\1`, 'g'),
];

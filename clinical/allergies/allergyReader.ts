import { isBlank } from '../words/writtenReason.ts';

/** What a statement denies: allergies to medicines, or only other ones. */
export type Denial = 'medicines' | 'other';

/** Splits a text into statements. A comma may occur inside a list, so it does not separate statements here. */
export const sentencesOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    // "N.K.D.A." is one word, and "(-)" is a sign for none.
    .replace(/\b(?:\p{L}\.){2,}/gu, (word) => word.replaceAll('.', ''))
    .replace(/\(\s*[-–—−]\s*\)/g, ': none')
    .split(/[;。.!\n\r()【】[\]]+/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '');

/** Splits a sentence at its commas. */
export const clausesOf = (sentence: string): string[] =>
  sentence
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const inChinese =
  /^(?:患者|病人|本人|家属)?(?:自述|自诉|代诉)?(?:否认|无|没有|未发现|未见|暂无|目前无|既往无)(?:有|任何|已知|明确|明显|特殊)*的?((?:(?:药物|药品|药|食物|食品|花粉|海鲜|接触物)(?:过敏史?(?=、|,|\/|及|和|与|或))?(?:、|,|\/|及|和|与|或| )*(?:其他|其它)?)*)(?:过敏|特殊)?(?:药物|食物)?(?:史|反应|原|源|情况)?$/;

const kinds = '(?:drugs?|medications?|medicines?|foods?|latex|pollen|dust|insects?|environmental|seasonal)';
const list = `(${kinds}(?:(?: and | or | nor |, and |, or |, |/| )${kinds})*)`;
const about = '(?:(?:a|any|known|past|previous|history of) )*';
const allergies = '(?:allerg(?:y|ies)|allergic reactions?|allergy history)(?: history)?';
const told = '(?: (?:known|reported|recorded|documented|so far))?';
const inEnglish = [
  /^()(?:none|no|nil|nka|nkda)(?: (?:known|reported|recorded))?$/,
  new RegExp(
    `^(?:the )?(?:(?:patient|pt|he|she|mother|father|parent|guardian) )?(?:has |have |with |there are )?(?:no|denies|denied|denying|nil) ${about}(?:${list} )?${allergies}(?: to (?:${list}|anything|any ${list}))?${told}$`,
  ),
  new RegExp(`^(?:is )?not ${about}allergic to (?:anything|(?:any )?${list})$`),
];

const isMedicines = (kindsNamed: readonly string[]) =>
  kindsNamed.length === 0 || kindsNamed.some((one) => /药|drug|medication|medicine/.test(one));

/** "无药" and "无反应" say nothing of allergies. */
const isOfSomethingElse = (statement: string) =>
  /药|食|花粉|海鲜|接触|反应|[原源]$/.test(statement) && !statement.includes('过敏');

/** What one of the usual sentences denies, in which a list may have commas; null if it is none of them. */
function listDenialOf(statement: string): Denial | null {
  if (isOfSomethingElse(statement)) return null;
  for (const form of [inChinese, ...inEnglish]) {
    const found = form.exec(statement.toLowerCase());
    if (found)
      return isMedicines(found.slice(1).filter((one) => one !== undefined && one !== '')) ? 'medicines' : 'other';
  }
  return null;
}

/** Names of diseases and remedies that contain the word "allergy" without naming an allergen. */
const named =
  /(?:过敏性|变应性)(?!休克)\S{0,2}(?:鼻炎|结膜炎|皮炎|紫癜|哮喘|咳嗽|湿疹|肠炎)|抗过敏|allergic (?:rhinitis|conjunctivitis|dermatitis|asthma|purpura|cough|cystitis)|anti-?allerg\w*/g;

const mention = /过敏|anaphyla|allerg/;
const substanceMention =
  /对.{1,20}过敏|(?:药|素|霉|头孢|磺胺|疫苗|沙星|西林)\S{0,6}过敏|过敏性休克|allerg(?:ic|y) to|anaphyla/;
const negated = /^(?:否认|无|没有|未|no |not |nil|none|denies|denied|without )/;
const exception = /但|除|例外|而|except|but|other than|apart from|only/;

/** Statements in a text about something else that mention an allergy, as written. */
function mentionsIn(text: string, of: RegExp): string[] {
  return sentencesOf(text)
    .flatMap(clausesOf)
    .filter((one) => {
      const said = one.toLowerCase();
      return of.test(said.replace(named, '')) && (!negated.test(said) || exception.test(said));
    });
}

/** Texts that may mention an allergy, besides the codes. */
export type AllergyTexts = {
  /** The text in the patient's file. */
  onFile: string | null;
  /** The allergy history of the consultation's record. */
  inRecord: string;
  /** Other histories, which may mention an allergy too. */
  histories: readonly string[];
  /** What the patient wrote before the consultation. */
  complaints: readonly string[];
};

/** A statement about allergies with the place where it was written. `denied` says that medicines are no cause. */
export type AllergyStatement = {
  readonly text: string;
  readonly place: 'file' | 'record' | 'history' | 'complaint';
  readonly denied: boolean;
  /** Whether it only denies allergies to other things than medicines, so that it names none. */
  readonly deniesOthers: boolean;
};

const quoted = 200;

/** Shortens a text so that it fits into a finding. */
export function quoteOf(text: string): string {
  const signs = [...text.trim().replace(/\s+/g, ' ')];
  return signs.length > quoted ? `${signs.slice(0, quoted - 1).join('')}…` : signs.join('');
}

export type WrittenAllergies = { allergiesAsked: boolean; uncodedAllergies: readonly string[] };

/** How a text about allergies is read; `otherDenialOf` reads the ways to say "none" that are not among the usual sentences. */
export function allergyReader(otherDenialOf: (statement: string) => Denial | null) {
  /** What a statement denies: drug allergies or only other allergies; null if it is no denial. */
  const denialOf = (statement: string) => listDenialOf(statement) ?? otherDenialOf(statement);

  /** Each statement's denial; a list with commas is read as a whole first. */
  const denialsOf = (text: string) =>
    sentencesOf(text).flatMap((sentence) => {
      const whole = sentence.includes(',') ? listDenialOf(sentence) : denialOf(sentence);
      return whole ? [whole] : clausesOf(sentence).map(denialOf);
    });

  /**
   * Interprets a text about allergies. `denied` only if every statement is a plain denial and one covers medicines;
   * `deniedInPart` if only other allergies are denied; everything else is `stated`, and only codes can check it.
   */
  function readAllergyText(text: string): 'empty' | 'denied' | 'deniedInPart' | 'stated' {
    const denials = denialsOf(text);
    if (denials.length === 0) return isBlank(text) ? 'empty' : 'stated';
    if (denials.includes(null)) return 'stated';
    return denials.includes('medicines') ? 'denied' : 'deniedInPart';
  }

  /** Every statement about allergies in these texts, each once. */
  function allergyStatements({ onFile, inRecord, histories, complaints }: AllergyTexts): AllergyStatement[] {
    const written = [
      { text: onFile ?? '', place: 'file' as const },
      { text: inRecord, place: 'record' as const },
    ].flatMap(({ text, place }) => {
      const says = readAllergyText(text);
      return says === 'empty'
        ? []
        : [{ text: quoteOf(text), place, denied: says === 'denied', deniesOthers: says === 'deniedInPart' }];
    });
    const mentioned = [
      ...histories.flatMap((text) =>
        mentionsIn(text, mention).map((one) => ({ text: one, place: 'history' as const })),
      ),
      ...complaints.flatMap((text) =>
        mentionsIn(text, substanceMention).map((one) => ({ text: one, place: 'complaint' as const })),
      ),
    ].map(({ text, place }) => ({ text: quoteOf(text), place, denied: false, deniesOthers: false }));
    const all = [...written, ...mentioned];
    return all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at);
  }

  /**
   * Whether the patient was asked about allergies, and the statements that no code covers; `codedTexts` are the statements
   * for which somebody confirmed a code.
   */
  function writtenAllergies(codedTexts: readonly string[], texts: AllergyTexts): WrittenAllergies {
    const coded = new Set(codedTexts.map(quoteOf));
    const statements = allergyStatements(texts);
    const answered = statements.some(({ place }) => place === 'file' || place === 'record');
    const open = statements.filter(({ text, denied }) => !denied && !coded.has(text));
    return { allergiesAsked: codedTexts.length > 0 || answered, uncodedAllergies: open.map(({ text }) => text) };
  }

  return { readAllergyText, allergyStatements, writtenAllergies };
}

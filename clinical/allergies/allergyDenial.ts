import { foldText } from '../words/foldText.ts';
import type { Denial } from './allergyReader.ts';
import { denialWords, type Sense } from './denialWords.ts';

/** Chinese, after a denial, has a word of its own for "any": "无任何" and "没有有". */
const having = ['有', 'has', 'have', 'had'];

/** A sign of a script that separates words. */
const isOfWord = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}']/u.test(sign);

const words: readonly { readonly word: string; readonly sense: Sense }[] = denialWords
  .flatMap((language) => Object.entries(language))
  .flatMap(([sense, list]) => list.split('|').map((word) => ({ word: foldText(word), sense: sense as Sense })))
  .toSorted((a, b) => b.word.length - a.word.length);

const beginsAt = (text: string, at: number, word: string): boolean =>
  text.startsWith(word, at) &&
  !(isOfWord(word[0]) && isOfWord(text[at - 1])) &&
  !(isOfWord(word.at(-1)) && isOfWord(text[at + word.length]));

/** The senses of all words of a statement; null if one of them is unknown. A colon after a word is `label`. */
function sensesOf(statement: string): readonly (Sense | 'label')[] | null {
  const senses: (Sense | 'label')[] = [];
  for (let at = 0; at < statement.length; ) {
    if (statement[at] === ' ') {
      at += 1;
      continue;
    }
    const had = senses.at(-1) === 'deny' ? having.find((word) => beginsAt(statement, at, word)) : undefined;
    const next = had ? { word: had, sense: 'plain' as const } : words.find(({ word }) => beginsAt(statement, at, word));
    if (!next) return null;
    senses.push(next.word === ':' ? 'label' : next.sense);
    at += next.word.length;
  }
  return senses;
}

type Senses = readonly (Sense | 'label')[];

const isKind = (sense: Sense | 'label' | undefined) => sense === 'medicine' || sense === 'other';
const isDenial = (sense: Sense | 'label') => sense === 'deny' || sense === 'denyAllergy';
const isAllergy = (sense: Sense | 'label') => sense === 'allergy' || sense === 'denyAllergy';

/** The senses between each two that follow one another among those of a kind. */
const betweenAny = (senses: Senses, isOne: (sense: Sense | 'label') => boolean): readonly Senses[] => {
  const at = senses.flatMap((sense, index) => (isOne(sense) ? [index] : []));
  return at.slice(1).map((second, index) => senses.slice(at[index], second));
};

/** Whether a second denial turns the first into its opposite: nothing between them ends the first ("没有不过敏的"). */
const isDoubled = (senses: Senses): boolean =>
  betweenAny(senses, isDenial).some(
    (between) => between.at(-1) === 'to' || (between[0] === 'deny' && !between.includes('allergy')),
  );

/** Whether a second allergy begins after the denied one: "no allergy to food allergy to drugs". */
const hasSecond = (denied: Senses): boolean =>
  betweenAny(denied, (sense) => sense === 'allergy').some(
    (between) => !between.includes('or') && !between.some(isDenial),
  );

/** Whether the words before a denial only label it, as in "allergies: no drug allergies". */
function isLabel(before: Senses, after: Senses): boolean {
  const isOfMedicines = [...before, ...after].filter(isKind).every((sense) => sense === 'medicine');
  return before.at(-1) === 'label' && !after.includes('label') && (isOfMedicines || !before.some(isKind));
}

/**
 * Whether the order of the words denies: what is named before the denial must not be named again after it ("drug allergy, no
 * food allergy"), after "allergy" another kind needs a joining word, and "no medicines" alone is about something else.
 */
function isDenying(senses: Senses): boolean {
  const denial = senses.findIndex(isDenial);
  if (denial < 0 || isDoubled(senses) || hasSecond(senses.slice(denial))) return false;
  const [before, after] = [senses.slice(0, denial), senses.slice(denial + 1)];
  if (!senses.some(isAllergy) && senses.some(isKind) && before.at(-1) !== 'label') return false;
  const labelled = isLabel(before, after);
  if (!labelled) {
    if (before.some(isKind) && after.some(isKind)) return false;
    if (before.includes('allergy') && (after.includes('allergy') || after.some(isKind))) return false;
  }
  return senses.every((sense, at) => {
    if (!isKind(sense) || !senses.slice(labelled ? denial : 0, at).includes('allergy')) return true;
    const last = senses[at - 1];
    return last === 'or' || last === 'to' || last === 'label' || last === 'deny' || isKind(last);
  });
}

/** Whole answers that mean none; inside a statement they could mean something else. */
const whole = /^(?:-+|\/|\\|n\/?a|not applicable|non|nie|nada|nul|nihil|ras|不过敏|无|무|لا)$/;

/** A dash that may begin another statement: "no - drug allergy". */
const dash = /^(?:no|none|nil|无|没有) ?- ?\S/;

/** "No allergies or intolerances" denies more than is asked. */
const besides = /(allergies|allergy) (?:or|and|nor|\/|&) (?:adverse reactions?|intolerances?|sensitivit(?:y|ies))\b/;
const compounds = /\b(medikamenten|arzneimittel|nahrungsmittel|lebensmittel)-?(?=allergi)/g;
/** French writes "d'" without a space before the next word. */
const elisions = /\b([dljn]')(?=[a-z])/g;
const quotes = /^["“”„«»「」]{1,3}|["“”„«»「」]{1,3}$/g;

/** What a statement denies in words that all are known: drug allergies or only other ones; null if it is no such denial. */
export function plainDenialOf(statement: string): Denial | null {
  const text = foldText(statement)
    .replace(quotes, '')
    .replace(besides, '$1')
    .replace(compounds, '$1 ')
    .replace(elisions, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
  if (whole.test(text)) return 'medicines';
  const senses = dash.test(text) ? null : sensesOf(text);
  if (!senses || !isDenying(senses)) return null;
  const kinds = senses.filter(isKind);
  return kinds.length === 0 || kinds.includes('medicine') ? 'medicines' : 'other';
}

import { foldText } from '../words/foldText.ts';
import { type AllergenName, recogniseAllergens } from './allergenNames.ts';
import { clausesOf, sentencesOf } from './allergyReader.ts';
import { isRefused, isTolerated } from './allergyTolerance.ts';
import { type IsAboutAllergy, withoutTolerated } from './deniedLists.ts';

/** A sentence with an exception: what it says of everything else, and what it excepts. */
type Exception = {
  readonly main: string;
  readonly excepted: string;
  readonly isFirst: boolean;
  readonly adds: boolean;
};

const adding = /^(?:besides|in addition to)$/;
const except =
  /\b(?:with the exception of|in addition to|except(?:ing)?(?: for)?|other than|apart from|aside from|excluding|save for|besides)\b/;
const quantifier = /\b(?:all|every\w*|any\w*|nothing|none)\b/;
const butWord = /\bbut\b(?: not| for)?/;
const beside = /(?<![排解消去删清免拔])除(?!外)(?:了|去|开)?/;

const separators = ' ,:\t';

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && separators.includes(text[from] ?? '')) from += 1;
  while (to > from && separators.includes(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
}

const exceptionOf = (main: string, excepted: string, isFirst: boolean, adds = false): Exception => ({
  main: trimmed(main),
  excepted: trimmed(excepted),
  isFirst,
  adds,
});

/** "everything but X": at most forty characters and no comma between the two words. */
function everythingBut(sentence: string): Exception | null {
  const all = quantifier.exec(sentence);
  const from = all ? all.index + all[0].length : 0;
  const but = all ? butWord.exec(sentence.slice(from, from + 50)) : null;
  if (!but || sentence.slice(from, from + but.index).includes(',')) return null;
  const quantified = sentence.slice(0, from + but.index);
  // "all fine but penicillin gives hives" is a turn, not an exception.
  if (isTolerated(quantified)) return null;
  const after = sentence.slice(from + but.index + but[0].length);
  const verb = after.search(/\b(?:is|are|was|were|gives?|gave|causes?|caused|makes?|made)\b/);
  const end = verb < 0 ? after.length : verb;
  return exceptionOf(`${quantified} ${after.slice(end)}`, after.slice(0, end), false);
}

/** "except X, …", "… except X", "everything but X". */
function englishException(sentence: string): Exception | null {
  const word = except.exec(sentence);
  if (!word) return everythingBut(sentence);
  const [before, after] = [sentence.slice(0, word.index), sentence.slice(word.index + word[0].length)];
  const adds = adding.test(word[0]);
  const comma = after.indexOf(',');
  if (before.trim() === '' && comma >= 0) return exceptionOf(after.slice(comma), after.slice(0, comma), true, adds);
  return exceptionOf(before, after, before.trim() === '', adds);
}

/** "除X外…", "…，除了X", "X以外的…", "…，X除外". */
function chineseException(sentence: string): Exception | null {
  const trailing = /(?:除外|例外)/.exec(sentence);
  const start = beside.exec(sentence);
  if (!start && trailing) {
    const before = sentence.slice(0, trailing.index);
    const from = Math.max(before.lastIndexOf(','), before.search(/但是?|只有|唯/)) + 1;
    const excepted = before.slice(from).replace(/^(?:但是?|是|只有|唯独?)/, '');
    const rest = sentence.slice(trailing.index + 2);
    return exceptionOf(`${before.slice(0, Math.max(0, from - 1))} ${rest}`, excepted, false);
  }
  const outside = /(?:之外|以外|外(?!用))的?/;
  if (!start) {
    const found = /(?:之外|以外)的?/.exec(sentence);
    return found
      ? exceptionOf(sentence.slice(found.index + found[0].length), sentence.slice(0, found.index), true)
      : null;
  }
  const before = sentence.slice(0, start.index);
  const after = sentence.slice(start.index + start[0].length);
  const end = outside.exec(after) ?? /,/.exec(after);
  const [excepted, rest] = end ? [after.slice(0, end.index), after.slice(end.index + end[0].length)] : [after, ''];
  return exceptionOf(`${before} ${rest}`, excepted, before.replace(/[\s,]/g, '') === '' && rest !== '');
}

const also = /\b(?:also|too|as well)\b|[还也亦又]/;
const denying = /\b(?:no|none|nil|not|nothing|never|denie[sd]|denying|without|nkda|nka)\b|[无没未冇]|否认|不过敏|不对/;
const universal =
  /\b(?:all|every\w*|any\w*|most|rest|remaining|others?)\b|[都均全皆]|所有|一切|任何|其他|其它|其余|各种|大部分|多数|什么/;

/** What a sentence with an exception affirms: "no allergy except X" the exception, "all except X" what is not excepted. */
function affirmedOf(
  { main, excepted, isFirst, adds }: Exception,
  context: string,
  isAboutAllergy: IsAboutAllergy,
): string[] {
  const said = main === '' ? context : main;
  const both = [...withoutTolerated(clausesOf(main), isAboutAllergy), ...clausesOf(excepted)];
  if (adds || also.test(said)) return both;
  if (isTolerated(said) || (denying.test(said) && !isRefused(said))) return [excepted];
  if (universal.test(said) || !isFirst) return main === '' ? [] : [main];
  return both;
}

const turn = /\b(?:but|however|although|though|yet)\b|但是?|可是|不过(?!敏)|然而/;

/** The "and" before a second denial, which starts a clause: "no penicillin allergy and no aspirin allergy". */
const secondDenial = /\band\s+(?=(?:no|not|never|denies|denied|without)\b)/g;

const affirmedInSentence = (sentence: string, context: string, isAboutAllergy: IsAboutAllergy): readonly string[] => {
  const exception = chineseException(sentence) ?? englishException(sentence);
  if (exception && exception.excepted !== '') return affirmedOf(exception, context, isAboutAllergy);
  // A list after a turn does not go on with the denial before it: "no aspirin allergy, but amoxicillin and ibuprofen".
  return sentence.split(turn).flatMap((part) =>
    withoutTolerated(
      clausesOf(part.replace(secondDenial, ', '))
        .map((one) => one.trim())
        .filter((one) => one !== ''),
      isAboutAllergy,
    ),
  );
};

/**
 * The part of a text, folded for comparison, that says an allergy, without what it calls tolerated: "no penicillin allergy but …", "everything
 * except …". Empty if nothing is left; the text itself still has to be coded or answered by somebody.
 * `names` are the allergens that a denial may name.
 */
export function affirmedIn(text: string, names: readonly AllergenName[]): string {
  const sentences = sentencesOf(foldText(text));
  const isAboutAllergy = (clause: string) => /allerg|过敏/.test(clause) || recogniseAllergens(clause, names).length > 0;
  return sentences.flatMap((one, at) => affirmedInSentence(one, sentences[at - 1] ?? '', isAboutAllergy)).join('. ');
}

import { foldText } from './foldText.ts';

/**
 * What a word adds to a statement about allergies. `deny` says none, `medicine` and `other` name what is denied, `allergy` is the
 * word itself, `or` joins kinds, `plain` adds nothing. A statement with any other word is no denial.
 */
type Sense = 'deny' | 'medicine' | 'other' | 'allergy' | 'or' | 'plain';

const vocabulary: Readonly<Record<Sense, string>> = {
  deny:
    "no|none|nil|nka|nkda|nkma|nkad|pas d'|sin|denies|denied|deny|denying|negative|nothing|without|never had|never has|never|" +
    "has no|have no|had no|with no|there are no|there is no|does not have|do not have|did not have|doesn't have|don't have|has not had|" +
    "have not had|haven't had|hasn't had|i'm not allergic|not allergic|not known to be allergic|not that i know of|" +
    "not that i am aware of|not that i'm aware of|not aware of|unaware of|keine|nein|sem|não|aucune|aucun|ninguna|ninguno|nessuna|nenhuma|нет|なし|" +
    '无|否认|没有|没|冇|未有|未发现|未见|未诉|未述|未曾|暂无|暂未发现|尚无|尚未发现|阴性|不过敏|未过敏|从未',
  medicine: 'drug|drugs|medication|medications|medicine|medicines|meds|med|药物|药品|药|西药|中药|中西药',
  other: 'food|foods|latex|pollen|dust|insect|insects|environmental|seasonal|食物|食品|花粉|海鲜|接触物|尘螨|粉尘|异物',
  allergy:
    'allergy|allergies|allergic|allergic reaction|allergic reactions|reactions|reaction|allergy history|allergen|allergens|allergia|allergie|' +
    'alergias|alergia|allergies connues|过敏|过敏史|过敏药|过敏药物|过敏原|过敏源|过敏反应|药敏|药敏史|过敏者|过敏情况|敏感|adverse drug reactions|adverse drug reaction|adrs|adr|allergien',
  or: 'or|nor|及|和|与|或|以及|、|,|/|and/or|跟|并',
  plain:
    'known|a|an|any|the|is|are|was|to|of|and|to anything|anything|at all|patient|pt|he|she|i|we|mother|father|mum|dad|parent|parents|guardian|child|' +
    'my|his|her|reports|reported|states|says|documented|recorded|history|hx|past|previous|so far|to date|yet|currently|at present|at this time|' +
    "that i know of|that i am aware of|that i'm aware of|i know of|we know of|that we know of|as far as i know|to my knowledge|known to me|" +
    'in the past|until now|up to now|ever|all|connue|bekannt|conocida|conocidas|患者|病人|本人|家属|家长|患儿|孩子|我|自述|自诉|诉|代诉|述|任何|已知|' +
    '明确|明显|特殊|特别|都|均|既往|目前|现在|现|至今|对|的|史|反应|情况|皮试|什么|过|殊|可疑|:|·|*|-',
};

/** A phrase after which what follows is still denied: "none that has any allergy" does not occur, "无任何药物过敏" does. */
const having = ['有', 'has', 'have', 'had'];

const isLatin = (sign: string | undefined): boolean => sign !== undefined && /[a-z']/.test(sign);

const words: readonly { readonly word: string; readonly sense: Sense }[] = Object.entries(vocabulary)
  .flatMap(([sense, list]) => list.split('|').map((word) => ({ word, sense: sense as Sense })))
  .toSorted((a, b) => b.word.length - a.word.length);

const beginsAt = (text: string, at: number, word: string): boolean =>
  text.startsWith(word, at) &&
  !(isLatin(word[0]) && isLatin(text[at - 1])) &&
  !(isLatin(word.at(-1)) && isLatin(text[at + word.length]));

/** The senses of all words of a statement; null if one of them is unknown. */
function sensesOf(statement: string): readonly Sense[] | null {
  const senses: Sense[] = [];
  for (let at = 0; at < statement.length; ) {
    if (statement[at] === ' ') {
      at += 1;
      continue;
    }
    const had = senses.at(-1) === 'deny' ? having.find((word) => beginsAt(statement, at, word)) : undefined;
    const next = had ? { word: had, sense: 'plain' as const } : words.find(({ word }) => beginsAt(statement, at, word));
    if (!next) return null;
    senses.push(next.sense);
    at += next.word.length;
  }
  return senses;
}

const isKind = (sense: Sense) => sense === 'medicine' || sense === 'other';

/**
 * Whether the order of the words denies: what is named before the denial must not be named again after it ("drug allergy, no
 * food allergy"), and after "allergy" another kind needs a joining word.
 */
function isDenying(senses: readonly Sense[]): boolean {
  const denial = senses.indexOf('deny');
  if (denial < 0) return false;
  const [before, after] = [senses.slice(0, denial), senses.slice(denial + 1)];
  if (before.some(isKind) && after.some(isKind)) return false;
  if (before.includes('allergy') && (after.includes('allergy') || after.some(isKind))) return false;
  return senses.every((sense, at) => {
    if (!isKind(sense) || !senses.slice(0, at).includes('allergy')) return true;
    return senses[at - 1] === 'or' || senses[at - 1] === 'deny' || isKind(senses[at - 1] ?? 'plain');
  });
}

/** Whole answers that mean none; inside a statement they could mean something else. */
const whole = /^(?:-+|\/|\\|n\/?a|non|nada|nul|nihil|不过敏|无|無)$/;

/** What a statement denies in words that all are known: drug allergies or only other ones; null if it is no such denial. */
export function plainDenialOf(statement: string): 'medicines' | 'other' | null {
  const text = foldText(statement).replace(/\s+/g, ' ').trim();
  if (whole.test(text)) return 'medicines';
  const senses = sensesOf(text);
  if (!senses || !isDenying(senses)) return null;
  const kinds = senses.filter(isKind);
  return kinds.length === 0 || kinds.includes('medicine') ? 'medicines' : 'other';
}

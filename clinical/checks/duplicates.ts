import type { Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { type Pair, pairParams, pairsOf, unknownOthers } from './pairs.ts';
import { type LocalText, listed, type RuleTables } from './tables.ts';

const shared = ({ drug, other }: Pair) => drug.ingredients.filter((one) => other.ingredients.includes(one));

const namesOf = (codes: readonly string[], { names }: RuleTables): LocalText =>
  listed(codes.map((code) => names[code] ?? { en: code, zh: code }));

/**
 * The same generic drug twice on this prescription is blocked; any other shared ingredient requires a written reason.
 */
export const duplicateIngredient: Rule = (input, tables) => [
  ...unknownOthers('duplicateIngredient', input),
  ...pairsOf(input).flatMap((pair) => {
    const codes = shared(pair);
    if (codes.length === 0) return [];
    const isSameDrug = pair.drug.genericCode === pair.other.genericCode && pair.otherLine !== null;
    return [
      hit('duplicateIngredient', {
        level: isSameDrug ? 'block' : 'warn',
        lineIndex: pair.lineIndex,
        params: pairParams(pair),
        text: namesOf(codes, tables),
        source: 'Drug table',
      }),
    ];
  }),
];

/** Two different drugs of a class of which one is enough. */
export const duplicateClass: Rule = (input, { duplicateClasses }) => {
  if (!duplicateClasses) return [unavailable('duplicateClass', 'tableMissing')];
  const found = pairsOf(input).flatMap((pair) =>
    shared(pair).length > 0
      ? []
      : duplicateClasses
          .filter(({ code }) => pair.drug.classes.includes(code) && pair.other.classes.includes(code))
          .map(({ level, text, source }) =>
            hit('duplicateClass', { level, lineIndex: pair.lineIndex, params: pairParams(pair), text, source }),
          ),
  );
  return [...unknownOthers('duplicateClass', input), ...found];
};

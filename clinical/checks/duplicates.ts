import { actAtSamePlace } from './exposure.ts';
import type { Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { type Pair, pairParams, pairsOf, unknownOthers } from './pairs.ts';
import { type LocalText, listed, type RuleTables } from './tables.ts';

/** The ingredients of both, unless one acts in the whole body and the other where it is applied. */
const shared = ({ drug, other }: Pair) =>
  actAtSamePlace(drug, other) ? drug.ingredients.filter((one) => other.ingredients.includes(one)) : [];

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

const gravity = { info: 1, warn: 2, block: 3 };

/**
 * Two different drugs with a mechanism of which one is enough; the gravest such mechanism of a pair. With a drug of
 * another prescription it is at most a warning, so that a doctor can change from one to the other.
 */
export const duplicateClass: Rule = (input, { duplicateClasses }) => {
  if (!duplicateClasses) return [unavailable('duplicateClass', 'tableMissing')];
  const found = pairsOf(input).flatMap((pair) => {
    if (shared(pair).length > 0 || !actAtSamePlace(pair.drug, pair.other)) return [];
    const both = [pair.drug, pair.other];
    const rows = duplicateClasses.filter(({ classes }) =>
      both.every((one) => one.classes.some((its) => classes.includes(its))),
    );
    const [gravest] = rows.toSorted((a, b) => gravity[b.level] - gravity[a.level]);
    if (!gravest) return [];
    const { text, source } = gravest;
    const level = gravest.level === 'block' && pair.otherLine === null ? 'warn' : gravest.level;
    return [hit('duplicateClass', { level, lineIndex: pair.lineIndex, params: pairParams(pair), text, source })];
  });
  return [...unknownOthers('duplicateClass', input), ...found];
};

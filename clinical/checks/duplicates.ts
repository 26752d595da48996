import { isSameUnit } from '../doses/unit.ts';
import { type LocalText, listed } from '../words/localText.ts';
import { changeOf, sharedClass } from './changes.ts';
import { actAtSamePlace } from './exposure.ts';
import { type CheckInput, knownLines, type MedicineFacts, type Rule } from './facts.ts';
import { hit, type Params, unavailable } from './finding.ts';
import { canMeet } from './meetingLines.ts';
import { type Pair, pairParams, pairsOf, unknownOthers } from './pairs.ts';
import { daySumOf } from './sumDose.ts';
import type { RuleTables } from './tables.ts';

/** The ingredients of both, unless one acts in the whole body and the other where it is applied. */
const shared = ({ medicine, other }: Pair) =>
  actAtSamePlace(medicine, other) ? medicine.ingredients.filter((one) => other.ingredients.includes(one)) : [];

const namesOf = (codes: readonly string[], { names }: RuleTables): LocalText =>
  listed(codes.map((code) => names[code] ?? { en: code, zh: code }));

/** Values for a text about a pair, with the days for which the patient still has the other medicine. */
function paramsOf(pair: Pair, { active }: CheckInput) {
  const daysLeft = pair.otherLine === null ? active?.find((one) => one === pair.other)?.daysLeft : undefined;
  return { ...pairParams(pair), ...(daysLeft === undefined ? {} : { daysLeft }) };
}

/** The same product, or one of the same medicine, form and strength where the product is not known. */
function isSameProduct(one: MedicineFacts, other: MedicineFacts): boolean {
  if (one.productId !== null && other.productId !== null) return one.productId === other.productId;
  const [a, b] = [one.packing, other.packing];
  const isAlike = one.genericCode === other.genericCode && one.dosageForm === other.dosageForm;
  if (!isAlike || !a.strength || !b.strength) return isAlike && a.strength === b.strength;
  return a.strength.value === b.strength.value && isSameUnit(a.strength.unit, b.strength.unit);
}

/** The line of a pair that repeats another line: the same product by the same route at the same times. */
function isRepeated({ lineIndex, otherLine }: Pair, input: CheckInput): boolean {
  const [line, other] = [input.lines[lineIndex], otherLine === null ? undefined : input.lines[otherLine]];
  if (!line?.medicine || !other?.medicine) return false;
  return isSameProduct(line.medicine, other.medicine) && line.route === other.route && canMeet(line, other);
}

/** The same product twice by the same route at the same times is refused: one of the lines is a mistake. */
export const repeatedLine: Rule = (input, tables) => {
  const lines = knownLines(input).length;
  if (lines < 2) return [];
  return pairsOf({ ...input, active: [] })
    .filter((pair) => isRepeated(pair, input))
    .map((pair) =>
      hit('repeatedLine', {
        level: 'block',
        lineIndex: pair.lineIndex,
        params: pairParams(pair),
        text: namesOf(shared(pair), tables),
        source: 'Medicine table',
      }),
    );
};

/** The day's sum of the first ingredient of a pair that can be added up, and what it is held against. */
function sumParams({ lineIndex }: Pair, codes: readonly string[], input: CheckInput, tables: RuleTables): Params {
  const known = knownLines(input).find((one) => one.lineIndex === lineIndex);
  const sums = known ? codes.flatMap((code) => daySumOf(code, known, input, tables) ?? []) : [];
  const sum = sums.find(({ max }) => max !== null) ?? sums[0];
  if (!sum) return {};
  return { taken: sum.taken, unit: sum.unit, ...(sum.max === null ? {} : { max: sum.max }) };
}

/**
 * An ingredient that is also in another line, or in a medicine that the patient still has from earlier, requires a written
 * reason, and says what both are together in a day. What still runs never refuses.
 */
export const duplicateIngredient: Rule = (input, tables) => [
  ...unknownOthers('duplicateIngredient', input),
  ...pairsOf(input).flatMap((pair) => {
    const codes = shared(pair);
    if (codes.length === 0 || isRepeated(pair, input)) return [];
    return [
      hit('duplicateIngredient', {
        level: 'warn',
        atMost: pair.otherLine === null ? 'warn' : null,
        lineIndex: pair.lineIndex,
        params: { ...paramsOf(pair, input), ...sumParams(pair, codes, input, tables) },
        text: namesOf(codes, tables),
        source: 'Medicine table',
      }),
    ];
  }),
];

/**
 * Two different medicines with a mechanism of which one is enough; the gravest such mechanism of a pair. With a medicine that
 * the patient takes it is at most a warning, with how to change from one to the other.
 */
export const duplicateClass: Rule = (input, { duplicateClasses, changes }) => {
  if (!duplicateClasses || !changes) return [unavailable('duplicateClass', 'tableMissing')];
  const found = pairsOf(input).flatMap((pair) => {
    const row = shared(pair).length > 0 ? null : sharedClass(pair, duplicateClasses);
    if (!row) return [];
    const isRunning = pair.otherLine === null;
    const change = changeOf(pair, changes);
    const level = isRunning && row.level === 'block' ? 'warn' : row.level;
    const atMost = isRunning ? 'warn' : null;
    const source = change ? `${change.source} (${change.date})` : row.source;
    const asked = isRunning ? { change: change?.code ?? row.code, together: row.level } : {};
    const params = { ...paramsOf(pair, input), ...asked };
    return [
      hit('duplicateClass', {
        level,
        atMost,
        lineIndex: pair.lineIndex,
        params,
        text: change?.how ?? row.text,
        source,
      }),
    ];
  });
  return [...unknownOthers('duplicateClass', input), ...found];
};

import { asChange, isMeant } from './changes.ts';
import { combined } from './combined.ts';
import { exposuresOf, isAbsorbed } from './exposure.ts';
import type { Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { gravity } from './level.ts';
import { type Derived, metabolicChanges } from './metabolism.ts';
import { type Pair, pairParams, pairsOf, unknownOthers } from './pairs.ts';
import type { IngredientProperties } from './properties.ts';
import { absorptionChanges, dangersTo, sharedEffects } from './sharedEffects.ts';
import type { Interaction, RuleTables } from './tables.ts';
import { withoutProperties } from './unknownProperties.ts';

const isBetween = ({ medicine, other }: Pair, { a, b }: Interaction): boolean =>
  (isMeant(medicine, a) && isMeant(other, b)) || (isMeant(medicine, b) && isMeant(other, a));

/** Interactions of a pair that follow from the properties of its ingredients. */
function derived(
  { medicine, other }: Pair,
  properties: ReadonlyMap<string, IngredientProperties>,
  { effects, names }: Pick<RuleTables, 'effects' | 'names'>,
): Derived[] {
  const rules = effects ?? [];
  const [ours, theirs] = [exposuresOf(medicine, properties, names), exposuresOf(other, properties, names)];
  return ours.flatMap((one) =>
    theirs.flatMap((two) =>
      one.properties.code === two.properties.code
        ? []
        : [
            ...metabolicChanges(one, two, rules),
            ...metabolicChanges(two, one, rules),
            ...sharedEffects(one, two, rules),
            ...dangersTo(one, two, rules),
            ...dangersTo(two, one, rules),
            ...absorptionChanges(one, two),
            ...absorptionChanges(two, one),
          ],
    ),
  );
}

/** How closely a written pair names its medicines: two ingredients before two classes. */
const closeness = ({ a, b }: Interaction) => [a, b].filter(({ kind }) => kind === 'ingredient').length;

/** The gravest and closest written pair, and what follows from properties where that is graver and not settled. */
function relevant(written: readonly Interaction[], found: readonly Derived[]): Derived[] {
  const least = Math.max(0, ...written.map(({ level }) => gravity[level]));
  const gravest = written
    .filter(({ level }) => gravity[level] === least)
    .toSorted((one, two) => closeness(two) - closeness(one))
    .slice(0, 1);
  const settled = written.flatMap(({ settles }) => settles);
  const graver = found.filter(({ level, code }) => gravity[level] > least && !settled.includes(code));
  const first = graver
    .toSorted((a, b) => gravity[b.level] - gravity[a.level])
    .filter(({ code }, at, all) => all.findIndex((one) => one.code === code) === at);
  return [...gravest, ...first];
}

/** Finds medicines that interact, within this prescription or with medicines the patient already takes. */
export const interaction: Rule = (input, tables) => {
  const { interactions, properties, effects, combinations } = tables;
  if (!interactions || !properties || !effects || !combinations) return [unavailable('interaction', 'tableMissing')];
  const byCode = new Map(properties.map((one) => [one.code, one]));
  const found = pairsOf(input).flatMap((pair) => {
    const bothAbsorbed = isAbsorbed(pair.medicine, byCode) && isAbsorbed(pair.other, byCode);
    const written = bothAbsorbed ? interactions.filter((row) => isBetween(pair, row)) : [];
    const judged = relevant(written, derived(pair, byCode, tables)).map((one) => asChange(one, pair, tables));
    return judged.map(({ level, text, source, code, asked }) =>
      hit('interaction', {
        level,
        lineIndex: pair.lineIndex,
        params: { ...pairParams(pair), interaction: code, ...asked },
        text,
        source,
      }),
    );
  });
  return [
    ...unknownOthers('interaction', input),
    ...withoutProperties(input, byCode, { names: tables.names, effects }),
    ...found,
    ...combined(input, combinations, byCode),
  ];
};

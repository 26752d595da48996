import type { DrugIdentity, Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { type Pair, pairParams, pairsOf, unknownOthers } from './pairs.ts';
import type { Interaction, Target } from './tables.ts';

const isMeant = (drug: DrugIdentity, { kind, code }: Target): boolean =>
  kind === 'class' ? drug.classes.includes(code) : drug.ingredients.includes(code);

const isBetween = ({ drug, other }: Pair, { a, b }: Interaction): boolean =>
  (isMeant(drug, a) && isMeant(other, b)) || (isMeant(drug, b) && isMeant(other, a));

/** Finds drugs that interact, within this prescription or with drugs the patient already takes. */
export const interaction: Rule = (input, { interactions }) => {
  if (!interactions) return [unavailable('interaction', 'tableMissing')];
  const found = pairsOf(input).flatMap((pair) =>
    interactions
      .filter((row) => isBetween(pair, row))
      .map(({ level, text, source, code }) =>
        hit('interaction', {
          level,
          lineIndex: pair.lineIndex,
          params: { ...pairParams(pair), interaction: code },
          text,
          source,
        }),
      ),
  );
  return [...unknownOthers('interaction', input), ...found];
};

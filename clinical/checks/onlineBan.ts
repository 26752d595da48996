import { isInjected } from '../route.ts';
import { type DrugFacts, knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import type { OnlineBan } from './tables.ts';

function isCovered(drug: DrugFacts, { covers }: OnlineBan): boolean {
  switch (covers.kind) {
    case 'ingredient':
      return drug.ingredients.includes(covers.code);
    case 'class':
      return drug.classes.includes(covers.code);
    case 'control':
      return drug.controlType === covers.controlType;
    case 'injection':
      return isInjected(drug.dosageForm) && !drug.classes.some((one) => covers.exceptClasses.includes(one));
  }
}

/** Controlled drugs and drugs on the list of online bans must not be prescribed online. */
export const onlineBan: Rule = (input, { onlineBans }) => {
  if (!onlineBans) return [unavailable('onlineBan', 'tableMissing')];
  return knownLines(input).flatMap(({ drug, lineIndex }) =>
    onlineBans
      .filter((ban) => isCovered(drug, ban))
      .map(({ level, text, source, code }) =>
        hit('onlineBan', { level, lineIndex, params: { drug: drug.name, ban: code }, text, source }),
      ),
  );
};

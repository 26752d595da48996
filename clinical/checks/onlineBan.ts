import { isInjected, routesOf } from '../route.ts';
import type { ClinicalSettings } from '../settings.ts';
import { isLocal } from './exposure.ts';
import { type DrugFacts, type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { BannedWay, OnlineBan, RuleTables } from './tables.ts';

const isGiven = ({ dosageForm }: DrugFacts, by: BannedWay): boolean =>
  by === 'any' || (by === 'oral' ? routesOf(dosageForm)?.[0] === 'po' : !isLocal(dosageForm));

function isCovered(drug: DrugFacts, { covers }: OnlineBan): boolean {
  const contained = [...new Set(drug.ingredients)];
  switch (covers.kind) {
    case 'ingredient':
      return contained.includes(covers.code);
    case 'single':
      return (
        contained.length === covers.ingredients.length &&
        contained.every((one) => covers.ingredients.includes(one)) &&
        isGiven(drug, covers.by)
      );
    case 'compound':
      return (
        contained.length > 1 && contained.some((one) => covers.ingredients.includes(one)) && isGiven(drug, covers.by)
      );
    case 'class':
      return drug.classes.includes(covers.code);
    case 'control':
      return drug.controlType === covers.controlType;
    case 'injection':
      return isInjected(drug.dosageForm) && !drug.classes.some((one) => covers.exceptClasses.includes(one));
  }
}

/** What the hospital itself added to the list: any product that contains the ingredient. */
const bannedHere = (
  { drug, lineIndex }: KnownLine,
  { alsoBanned }: ClinicalSettings,
  names: RuleTables['names'],
): Finding[] =>
  drug.ingredients
    .filter((code) => alsoBanned.includes(code))
    .map((code) => {
      const { en, zh } = names[code] ?? drug.name;
      const text = { en: `This hospital does not prescribe ${en} online.`, zh: `本院不在线开具${zh}。` };
      const params = { drug: drug.name, ban: `hospital:${code}` };
      return hit('onlineBan', { level: 'block', lineIndex, params, text, source: 'List of the hospital' });
    });

/** Controlled drugs and drugs on the national or the hospital's list must not be prescribed online. */
export const onlineBan: Rule = (input, { onlineBans, names }, settings) => [
  ...(onlineBans ? [] : [unavailable('onlineBan', 'tableMissing')]),
  ...knownLines(input).flatMap((line) => [
    ...(onlineBans ?? [])
      .filter((ban) => isCovered(line.drug, ban))
      .map(({ level, text, source, code }) =>
        hit('onlineBan', {
          level,
          lineIndex: line.lineIndex,
          params: { drug: line.drug.name, ban: code },
          text,
          source,
        }),
      ),
    ...bannedHere(line, settings, names),
  ]),
];

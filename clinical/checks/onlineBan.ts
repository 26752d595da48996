import { isInjected, routesOf } from '../doses/route.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import { isLocal } from './exposure.ts';
import { type KnownLine, knownLines, type MedicineFacts, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { BannedWay, OnlineBan, RuleTables } from './tables.ts';

const isGiven = ({ dosageForm }: MedicineFacts, by: BannedWay): boolean =>
  by === 'any' || (by === 'oral' ? routesOf(dosageForm)?.[0] === 'po' : !isLocal(dosageForm));

function isCovered(medicine: MedicineFacts, { covers }: OnlineBan): boolean {
  const contained = [...new Set(medicine.ingredients)];
  switch (covers.kind) {
    case 'ingredient':
      return contained.includes(covers.code);
    case 'single':
      return (
        contained.length === covers.ingredients.length &&
        contained.every((one) => covers.ingredients.includes(one)) &&
        isGiven(medicine, covers.by)
      );
    case 'compound':
      return (
        contained.length > 1 &&
        contained.some((one) => covers.ingredients.includes(one)) &&
        isGiven(medicine, covers.by)
      );
    case 'class':
      return medicine.classes.includes(covers.code);
    case 'control':
      return medicine.controlType === covers.controlType;
    case 'injection':
      return isInjected(medicine.dosageForm) && !medicine.classes.some((one) => covers.exceptClasses.includes(one));
  }
}

/** What the hospital itself added to the list: any product that contains the ingredient. */
const bannedHere = (
  { medicine, lineIndex }: KnownLine,
  { alsoBanned }: ClinicalSettings,
  names: RuleTables['names'],
): Finding[] =>
  medicine.ingredients
    .filter((code) => alsoBanned.includes(code))
    .map((code) => {
      const { en, zh } = names[code] ?? medicine.name;
      const text = { en: `This hospital does not prescribe ${en} online.`, zh: `本院不在线开具${zh}。` };
      const params = { drug: medicine.name, ban: `hospital:${code}` };
      return hit('onlineBan', { level: 'block', lineIndex, params, text, source: 'List of the hospital' });
    });

/** Controlled medicines and medicines on the national or the hospital's list must not be prescribed online. */
export const onlineBan: Rule = (input, { onlineBans, names }, settings) => [
  ...(onlineBans ? [] : [unavailable('onlineBan', 'tableMissing')]),
  ...knownLines(input).flatMap((line) => [
    ...(onlineBans ?? [])
      .filter((ban) => isCovered(line.medicine, ban))
      .map(({ level, text, source, code }) =>
        hit('onlineBan', {
          level,
          lineIndex: line.lineIndex,
          params: { drug: line.medicine.name, ban: code },
          text,
          source,
        }),
      ),
    ...bannedHere(line, settings, names),
  ]),
];

import { levelOf, specialLevel } from '../settings/antibacterialRights.ts';
import { knownLines, type Rule } from './facts.ts';
import { hit } from './finding.ts';

const measures = (article: number) => `Measures for the clinical use of antibacterials (2012), art. ${article}`;

/** Refuses antibacterials above the level of the doctor's title, and those of the special level for outpatients. */
export const antibacterialLevel: Rule = (input, _, { antibacterialLevels }) => {
  const most = levelOf(input.prescriberTitle, antibacterialLevels);
  return knownLines(input).flatMap(({ medicine, lineIndex }) => {
    const level = medicine.antibioticLevel;
    if (input.outpatient && level >= specialLevel) {
      const params = { drug: medicine.name, outpatient: 1 };
      return [hit('antibacterialLevel', { level: 'block', lineIndex, params, source: measures(27) })];
    }
    if (level <= most) return [];
    const params = { drug: medicine.name, antibacterial: level, most };
    return [hit('antibacterialLevel', { level: 'block', lineIndex, params, source: measures(24) })];
  });
};

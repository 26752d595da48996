import { expect, test } from 'vitest';
import { allergyBadges } from '../../../clinical/facts/badges.ts';
import type { Claim, PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { allergy, claim } from '../../support/factEntries.ts';

const denial = (origin: Claim['origin']): Claim => ({ ...claim({ kind: 'noKnownAllergy' }, false), origin });

/** The badge beside an allergy that something of this origin denies. */
function badgeOf(origin: Claim['origin']) {
  const claims = [claim(allergy, true), denial(origin)];
  const summary: PatientSummary = [{ kind: 'allergies', standing: 'contradictory', claims }];
  return allergyBadges(summary).at(-1)?.text;
}

test.each([
  ['patient', 'Patient states no known drug allergies', '患者自述否认药物过敏史'],
  ['record', 'This record: no known drug allergies', '本次病历：否认药物过敏史'],
  ['file', 'Patient file: no known drug allergies', '患者档案：否认药物过敏史'],
  ['history', 'History: no known drug allergies', '既往病史：否认药物过敏史'],
] as const)('a badge says in a whole phrase that the %s denies an allergy', (origin, en, zh) => {
  expect(badgeOf(origin)).toEqual({ en, zh });
});

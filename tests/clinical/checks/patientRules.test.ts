import { describe, expect, test } from 'vitest';
import type { PatientFacts } from '../../../clinical/checks/facts.ts';
import type { FactValue } from '../../../clinical/facts/patientFacts.ts';
import { preventionAnswers } from '../../../clinical/facts/prevention.ts';
import type { Claim, PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { allowedLevels } from '../../../clinical/settings/ruleBounds.ts';
import { check, line, medicine, patient, said, tables, unsaid } from './sample.ts';

const of = (over: Partial<PatientFacts>): PatientFacts => ({ ...patient, ...over });
const woman = of({ sex: 'female', ageMonths: 30 * 12 });

describe('a medicine that harms an unborn child', () => {
  const lines = [line(medicine('harms-child'))];
  const duty = 'warn pregnancyPrevention 0';

  test.each([
    ['a woman of 30 without answers', woman, [duty]],
    ['a person of unknown sex', of({ sex: 'unknown' }), [duty]],
    ['a woman of unknown age', of({ sex: 'female', ageMonths: null }), [duty]],
    ['a man', patient, []],
    ['a girl of 11', of({ sex: 'female', ageMonths: 12 * 12 - 1 }), []],
    ['a girl of 12', of({ sex: 'female', ageMonths: 12 * 12 }), [duty]],
    ['a woman of 55', of({ sex: 'female', ageMonths: 56 * 12 - 1 }), [duty]],
    ['a woman of 56', of({ sex: 'female', ageMonths: 56 * 12 }), []],
  ] as const)('%s', (_, who, expected) => {
    expect(said({ patient: who, lines }).filter((one) => one.includes('pregnancyPrevention'))).toEqual(expected);
  });

  test('needs both of today, pregnancy and contraception, unless the answer is lasting', () => {
    const answered = (contraception: PatientFacts['prevention']['contraception'], deniesPregnancy: boolean) =>
      said({ patient: { ...woman, prevention: { contraception, deniesPregnancy } }, lines });
    expect(answered('inUse', true)).toEqual([]);
    expect(answered('abstinent', true)).toEqual([]);
    expect(answered('sterile', false)).toEqual([]);
    expect(answered('menopause', false)).toEqual([]);
    expect(answered('inUse', false)).toEqual([duty]);
    expect(answered(null, true)).toEqual([duty]);
    expect(answered('none', true)).toEqual([duty]);
  });

  test('is refused in pregnancy, whatever was answered about contraception', () => {
    const pregnant = { ...woman, states: { ...woman.states, pregnancy: 'yes' as const } };
    expect(said({ patient: pregnant, lines })).toEqual(['block pregnancyPrevention 0']);
    const prevention = { contraception: 'sterile' as const, deniesPregnancy: false };
    expect(said({ patient: { ...pregnant, prevention }, lines })).toEqual(['block pregnancyPrevention 0']);
  });

  test('is refused in pregnancy at every level that a hospital may set', () => {
    const pregnant = { ...woman, states: { ...woman.states, pregnancy: 'yes' as const } };
    for (const level of allowedLevels.pregnancyPrevention)
      expect(said({ patient: pregnant, lines }, { rules: { pregnancyPrevention: level } })).toEqual([
        'block pregnancyPrevention 0',
      ]);
  });

  test('is left to the check of pregnancy where its label allows it after weighing the risks', () => {
    const pregnant = { ...woman, states: { ...woman.states, pregnancy: 'yes' as const } };
    const suitability = { ...medicine('any').suitability, pregnancy: 'caution' as const };
    const allowed = [line(medicine('may-harm-child', { suitability }))];
    expect(said({ patient: pregnant, lines: allowed })).toEqual(['warn pregnancy 0']);
    expect(said({ patient: woman, lines: allowed })).toEqual([duty]);
  });

  test('is free by a route that its row exempts', () => {
    expect(
      said({ patient: woman, lines: [line(medicine('harms-child', { dosageForm: 'cream' }), { route: 'top' })] }),
    ).toEqual([]);
  });

  test('asks an unanswered woman once: the check of pregnancy says nothing of its own about that medicine', () => {
    const unasked = of({ ...woman, states: { ...woman.states, pregnancy: 'unknown' } });
    const forbidden = medicine('harms-child', {
      suitability: { ...medicine('any').suitability, pregnancy: 'forbidden' },
    });
    const other = medicine('other', { suitability: forbidden.suitability });
    const left = (medicines: readonly ReturnType<typeof medicine>[]) =>
      unsaid({ patient: unasked, lines: medicines.map((one) => line(one)) }).filter((one) =>
        one.startsWith('pregnancy'),
      );
    expect(left([forbidden])).toEqual([]);
    expect(said({ patient: unasked, lines: [line(forbidden)] })).toEqual([duty]);
    expect(left([forbidden, other])).toEqual(['pregnancy stateUnknown -']);
  });

  test('follows the ages of the hospital', () => {
    const from = (years: number) => said({ patient: woman, lines }, { childbearingYears: { from: 12, to: years } });
    expect(from(50)).toEqual([duty]);
    expect(from(29)).toEqual([]);
  });

  test('is reported as not checked without the table', () => {
    const without = { ...tables, pregnancyPrevention: null };
    expect(unsaid({ patient: woman, lines }, {}, without)).toEqual(['pregnancyPrevention tableMissing -']);
  });
});

describe('answers about pregnancy and contraception', () => {
  const now = Date.UTC(2026, 4, 6, 1);
  const hour = 3_600_000;
  const claim = (value: FactValue, hoursAgo: number, confirmed = true): Claim => ({
    ...{ id: '1', value, confirmed, name: null, origin: 'doctor', by: null, outdated: false },
    time: now - hoursAgo * hour,
  });
  const summary = (...claims: Claim[]): PatientSummary =>
    (['pregnancy', 'contraception'] as const).map((kind) => ({
      ...{ kind, standing: 'confirmed' },
      claims: claims.filter(({ value }) => value.kind === kind),
    }));
  const denial: FactValue = { kind: 'pregnancy', state: 'no', week: null };
  const method: FactValue = { kind: 'contraception', state: 'inUse', note: '' };

  test('count for a day', () => {
    const answers = (hours: number) => preventionAnswers(summary(claim(denial, hours), claim(method, hours)), now);
    expect(answers(2)).toEqual({ contraception: 'inUse', deniesPregnancy: true });
    expect(answers(25)).toEqual({ contraception: null, deniesPregnancy: false });
    expect(answers(24 * 180)).toEqual({ contraception: null, deniesPregnancy: false });
  });

  test('stay if nothing can change them', () => {
    const sterile = claim({ kind: 'contraception', state: 'sterile', note: '' }, 24 * 900);
    expect(preventionAnswers(summary(sterile), now).contraception).toBe('sterile');
  });

  test('do not count while only the patient has stated them', () => {
    const stated = summary(claim(denial, 1, false), claim(method, 1, false));
    expect(preventionAnswers(stated, now)).toEqual({ contraception: null, deniesPregnancy: false });
  });
});

describe('a medicine for the other sex', () => {
  const [vaginal, forMen] = [
    line(medicine('any', { dosageForm: 'tablet-vaginal' }), { route: 'pv' }),
    line(medicine('for-men')),
  ];

  test('asks for a reason, which also catches the wrong patient', () => {
    expect(said({ lines: [vaginal] })).toEqual(['warn sexMismatch 0']);
    expect(said({ patient: woman, lines: [forMen, vaginal] })).toEqual(['warn sexMismatch 0']);
    expect(said({ lines: [forMen] })).toEqual([]);
  });

  test('is said once to be unchecked if the sex is unknown', () => {
    const patient = of({ sex: 'unknown', ageMonths: 70 * 12 });
    expect(unsaid({ patient, lines: [vaginal, forMen] })).toEqual(['sexMismatch sexNotRecorded -']);
    expect(unsaid({ patient })).toEqual([]);
  });

  test('is nothing to ask about for a diagnosis of both sexes', () => {
    expect(said({ patient: woman, lines: [forMen], diagnoses: ['I27.0'] })).toEqual([]);
  });
});

describe('antibacterials', () => {
  const lines = [1, 2, 3].map((antibioticLevel) => line(medicine(`level-${antibioticLevel}`, { antibioticLevel })));
  const inpatient = { lines, outpatient: false };

  test.each([
    ['chief', 1, []],
    ['associate chief', 2, []],
    ['attending', 3, ['block antibacterialLevel 2']],
    ['resident', 4, ['block antibacterialLevel 1', 'block antibacterialLevel 2']],
    ['no title', null, ['block antibacterialLevel 1', 'block antibacterialLevel 2']],
    ['an undecided title', 77, ['block antibacterialLevel 1', 'block antibacterialLevel 2']],
  ] as const)('a doctor with the title: %s', (_, prescriberTitle, expected) => {
    expect(said({ ...inpatient, prescriberTitle })).toEqual(expected);
  });

  test('of the special level are refused for outpatients, whatever the title', () => {
    expect(said({ lines, prescriberTitle: 1 })).toEqual(['block antibacterialLevel 2']);
  });

  test('follow the table of the hospital, but never beyond the national one', () => {
    expect(said({ ...inpatient, prescriberTitle: 3 }, { antibacterialLevels: { 3: 1 } })).toHaveLength(2);
    expect(said({ ...inpatient, prescriberTitle: 4 }, { antibacterialLevels: { 4: 3 } })).toHaveLength(2);
    expect(said({ ...inpatient, prescriberTitle: 77 }, { antibacterialLevels: { 77: 2 } })).toHaveLength(1);
  });
});

describe('the indication', () => {
  const cough = [line(medicine('cough-medicine'))];

  test('fits one of the diagnoses, or asks for a reason', () => {
    expect(said({ lines: cough, diagnoses: ['J20.9'] })).toEqual([]);
    expect(said({ lines: cough, diagnoses: ['I10', 'J40'] })).toEqual([]);
    expect(said({ lines: cough, diagnoses: ['I10', 'E11.9'] })).toEqual(['warn indication 0']);
  });

  test('depends on the route where the table says so', () => {
    const diagnoses = ['L20.9'];
    expect(said({ lines: [line(medicine('two-ways', { dosageForm: 'cream' }), { route: 'top' })], diagnoses })).toEqual(
      [],
    );
    expect(said({ lines: [line(medicine('two-ways'))], diagnoses })).toEqual(['warn indication 0']);
  });

  test('fits a general diagnosis, and a medicine for symptoms fits every diagnosis', () => {
    expect(said({ lines: cough, diagnoses: ['R50.9'] })).toEqual([]);
    expect(said({ lines: cough, diagnoses: ['Z76.0'] })).toEqual([]);
    expect(said({ diagnoses: ['I10'] })).toEqual([]);
  });

  test('is not checked for a diagnosis without a code, and says so', () => {
    expect(check({ lines: cough, diagnoses: [null, 'I10'] }).hits).toEqual([]);
    expect(unsaid({ lines: cough, diagnoses: [null] })).toEqual(['indication diagnosisNotCoded 0']);
    expect(unsaid({ lines: cough, diagnoses: ['local-7', 'J20.9'] })).toEqual([]);
    expect(unsaid({ lines: [line(medicine('new'))], diagnoses: ['I10'] })).toEqual(['indication indicationsMissing 0']);
  });

  test('is what the hospital decided, where it decided', () => {
    const decided = (added: string, removed: string) => ({ indications: { 'cough-medicine': { added, removed } } });
    expect(said({ lines: cough, diagnoses: ['I10'] }, decided('I10-I15', ''))).toEqual([]);
    expect(said({ lines: cough, diagnoses: ['J40'] }, decided('I10', ''))).toEqual([]);
    expect(said({ lines: cough, diagnoses: ['J40'] }, decided('', 'J40'))).toEqual(['warn indication 0']);
    expect(said({ lines: cough, diagnoses: ['J20.9'] }, decided('', 'J40'))).toEqual([]);
    const fever = { indications: { harmless: { added: '', removed: 'I10' } } };
    expect(said({ lines: [line(medicine('harmless'))], diagnoses: ['I10'] }, fever)).toHaveLength(1);
    expect(said({ lines: [line(medicine('harmless'))], diagnoses: ['I11'] }, fever)).toEqual([]);
  });
});

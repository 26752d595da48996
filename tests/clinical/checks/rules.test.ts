import { describe, expect, test } from 'vitest';
import type { PatientFacts, SpecialState } from '../../../clinical/checks/facts.ts';
import { check, line, medicine, patient, said, tables, unsaid } from './sample.ts';

const name = (both: string) => ({ en: both, zh: both });
const of = (over: Partial<PatientFacts>): PatientFacts => ({ ...patient, ...over });
const inState = (state: SpecialState, is: 'yes' | 'no' | 'unknown', over: Partial<PatientFacts> = {}) =>
  of({ sex: 'female', ...over, states: { ...patient.states, [state]: is } });

test('an unremarkable prescription has no findings and no unchecked rules', () => {
  expect(check()).toEqual({ available: true, hits: [], unavailable: [], faults: [] });
});

describe('the prescription as a whole', () => {
  test('needs a diagnosis, unless the hospital does not require one', () => {
    expect(said({ diagnoses: [] })).toEqual(['block diagnosisRequired -']);
    expect(said({ diagnoses: [] }, { diagnosisRequired: false })).toEqual([]);
  });

  test('has at most five medicines', () => {
    const lines = ['a', 'b', 'c', 'd', 'e', 'f'].map((code) => line(medicine(code)));
    expect(said({ lines: lines.slice(0, 5) })).toEqual([]);
    expect(said({ lines })).toEqual(['block tooManyDrugs -']);
  });

  test.each([
    ['a supply for seven days needs no reason', 0, 7, []],
    ['a supply for eight days needs a reason', 0, 8, ['warn supplyDays 0']],
    ['an emergency supply for more than three days needs a reason', 1, 4, ['warn supplyDays 0']],
    ['a supply for thirty days needs no reason with a chronic disease', 3, 30, []],
    ['a supply for thirty-one days needs a reason with a chronic disease', 3, 31, ['warn supplyDays 0']],
    ['a supply for eighty-five days is refused', 3, 85, ['block supplyDays 0']],
  ])('%s', (_, rxType, days, expected) => {
    expect(said({ rxType, lines: [line(undefined, { days, quantity: Math.ceil(days / 8), stock: 99 })] })).toEqual(
      expected,
    );
  });

  test('cannot exceed the stock of the pharmacy; unknown stock is reported as not checked', () => {
    expect(said({ lines: [line(undefined, { quantity: 1, stock: 0 })] })).toEqual(['block stock 0']);
    expect(unsaid({ lines: [line(undefined, { stock: null })] })).toEqual(['stock stockUnknown 0']);
  });
});

describe('medicines that cannot be prescribed online', () => {
  test.each([
    ['a narcotic', medicine('morphine', { controlType: 1 }), ['block onlineBan 0']],
    ['a listed ingredient in a compound', medicine('mix', { ingredients: ['a', 'warfarin'] }), ['warn onlineBan 0']],
    ['a vaccine', medicine('shot', { classes: ['vaccine'] }), ['block onlineBan 0']],
  ])('%s', (_, banned, expected) => {
    expect(said({ lines: [line(banned)] })).toEqual(expected);
  });

  test('an injection, except insulin', () => {
    const pen = { dosageForm: 'pen-injection' };
    expect(said({ lines: [line(medicine('x', pen), { route: 'sc' })] })).toEqual(['block onlineBan 0']);
    expect(said({ lines: [line(medicine('i', { ...pen, classes: ['insulin'] }), { route: 'sc' })] })).toEqual([]);
  });
});

describe('age', () => {
  test('a child below six years needs a confirmed guardian', () => {
    expect(said({ patient: of({ ageMonths: 71 }) })).toEqual(['block guardianMissing -']);
    expect(said({ patient: of({ ageMonths: 71 }), guardianConfirmed: true })).toEqual([]);
    expect(said({ patient: of({ ageMonths: 72 }) })).toEqual([]);
  });

  test('a medicine is refused below its minimum age', () => {
    const lines = [line(medicine('quinolone', { minAgeMonths: 216 }))];
    expect(said({ lines, patient: of({ ageMonths: 215 }) })).toEqual(['block minimumAge 0']);
    expect(said({ lines, patient: of({ ageMonths: 216 }) })).toEqual([]);
  });

  test('a medicine that is forbidden at an age is refused; one that needs caution is reported', () => {
    const lines = [
      line(medicine('a', { suitability: { ...medicine('a').suitability, child: 'forbidden', elder: 'caution' } })),
    ];
    expect(said({ lines, patient: of({ ageMonths: 180 }) })).toEqual(['block child 0']);
    expect(said({ lines, patient: of({ ageMonths: 216 }) })).toEqual([]);
    expect(said({ lines, patient: of({ ageMonths: 780 }) })).toEqual(['info elder 0']);
  });

  test('rules about age report "not checked" for an unknown age', () => {
    const lines = [line(medicine('quinolone', { minAgeMonths: 216 }))];
    expect(unsaid({ lines, patient: of({ ageMonths: null }) })).toEqual([
      'guardianMissing ageUnknown -',
      'minimumAge ageUnknown 0',
    ]);
  });
});

describe.each(['pregnancy', 'lactation', 'liver', 'kidney'] as const)('%s', (state) => {
  const lines = (suitability: 'forbidden' | 'caution') => [
    line(),
    line(medicine('a', { suitability: { ...medicine('a').suitability, [state]: suitability } })),
  ];

  test('a forbidden medicine is refused; one that needs caution needs a reason', () => {
    const patient = inState(state, 'yes');
    expect(said({ patient, lines: lines('forbidden') })).toEqual([`block ${state} 1`]);
    expect(said({ patient, lines: lines('caution') })).toEqual([`warn ${state} 1`]);
    expect(said({ patient: inState(state, 'no'), lines: lines('forbidden') })).toEqual([]);
  });

  test('an unknown state is reported as "not checked"', () => {
    expect(unsaid({ patient: inState(state, 'unknown'), lines: lines('caution') })).toEqual([
      `${state} stateUnknown -`,
    ]);
  });
});

test('pregnancy is checked only for women of childbearing or unknown age', () => {
  const lines = [line(medicine('a', { suitability: { ...medicine('a').suitability, pregnancy: 'forbidden' } }))];
  const open = (over: Partial<PatientFacts>) => unsaid({ lines, patient: inState('pregnancy', 'unknown', over) });
  expect(open({ sex: 'male' })).toEqual([]);
  expect(open({ sex: 'unknown' })).toEqual(['pregnancy stateUnknown -']);
  expect(open({ ageMonths: 100 }).filter((one) => one.startsWith('pregnancy'))).toEqual([]);
  expect(open({ ageMonths: 800 })).toEqual([]);
  expect(open({ ageMonths: null })).toEqual(['guardianMissing ageUnknown -', 'pregnancy stateUnknown -']);
});

describe('allergy', () => {
  const to = (...allergens: string[]) => ({ patient: of({ allergens }) });

  test.each([
    ['to the ingredient', 'pen-a', 'pen-a', ['block allergy 0']],
    ['to another ingredient of the same group', 'pen-b', 'pen-a', ['block allergy 0']],
    ['to the group', 'penicillins', 'pen-a', ['block allergy 0']],
    ['to a related group', 'penicillins', 'ceph-a', ['warn allergyRelated 0']],
    ['to an ingredient that is in no group', 'harmless', 'harmless', ['block allergy 0']],
    ['to a substance that is not in the drug', 'latex', 'pen-a', []],
  ])('%s', (_, allergen, ingredient, expected) => {
    const lines = [line(medicine('x', { ingredients: ['other', ingredient] }))];
    if (tables.names[allergen] || tables.crossAllergy?.some(({ code }) => code === allergen))
      expect(said({ lines, ...to(allergen) })).toEqual(expected);
    else expect(unsaid({ lines, ...to(allergen) })).toEqual(['allergy allergenUnknown -']);
  });

  test('to an unknown allergen is reported as "not checked"', () => {
    expect(unsaid(to('some white pill'))).toEqual(['allergy allergenUnknown -']);
    expect(unsaid(to('constructor'))).toEqual(['allergy allergenUnknown -']);
  });

  test('is reported as "not checked" if allergies were not asked about', () => {
    expect(unsaid({ patient: of({ allergiesAsked: false }) })).toEqual(['allergy allergiesNotAsked -']);
  });

  test('that is written but not coded is reported as "not checked" and quoted', () => {
    const patient = of({ uncodedAllergies: ['青霉素过敏性休克史'] });
    expect(check({ patient })).toEqual({
      available: false,
      hits: [],
      faults: [],
      unavailable: [
        { ruleCode: 'allergy', why: 'allergyNotCoded', lineIndex: null, params: { quote: '青霉素过敏性休克史' } },
      ],
    });
  });
});

describe('medicine combinations', () => {
  const nsaid = (code: string) => medicine(code, { classes: ['nsaid'] });

  test('the same medicine twice is refused', () => {
    expect(said({ lines: [line(nsaid('ibuprofen')), line(nsaid('ibuprofen'))] })).toEqual(['block repeatedLine 1']);
  });

  test('an ingredient that is also in a compound or a current medicine needs a reason', () => {
    const compound = medicine('cold', { ingredients: ['paracetamol', 'z'] });
    expect(said({ lines: [line(medicine('paracetamol')), line(compound)] })).toEqual(['warn duplicateIngredient 1']);
    expect(said({ lines: [line(compound)], active: [medicine('paracetamol')] })).toEqual([
      'warn duplicateIngredient 0',
    ]);
  });

  test('two medicines of a class that allows only one need a reason', () => {
    expect(said({ lines: [line(nsaid('a')), line(nsaid('b'))] })).toEqual(['warn duplicateClass 1']);
    expect(said({ lines: [line(nsaid('a'))], active: [nsaid('b')] })).toEqual(['warn duplicateClass 0']);
  });

  test('an interaction is found in either order, and with a current medicine', () => {
    const [x, y] = [medicine('one', { classes: ['x'] }), medicine('y')];
    expect(said({ lines: [line(x), line(y)] })).toEqual(['block interaction 1']);
    expect(said({ lines: [line(y), line(x)] })).toEqual(['block interaction 1']);
    expect(said({ lines: [line(y)], active: [x] })).toEqual(['block interaction 0']);
    expect(said({ lines: [line(x)], active: [medicine('z')] })).toEqual([]);
  });

  test('the finding names both medicines and the line of the other', () => {
    const hits = check({ lines: [line(medicine('one', { classes: ['x'] })), line(medicine('y'))] }).hits;
    expect(hits).toEqual([
      {
        ruleCode: 'interaction',
        level: 'block',
        lineIndex: 1,
        params: { drug: name('y'), other: name('one'), otherCode: 'one', otherLine: 1, interaction: 'x-y' },
        text: { en: 'x and y', zh: 'x and y' },
        source: 'test',
        needReason: false,
      },
    ]);
  });

  test('are reported as "not checked" without the patient’s other prescriptions', () => {
    expect(unsaid({ active: null })).toEqual([
      'duplicateIngredient historyMissing -',
      'duplicateClass historyMissing -',
      'interaction historyMissing -',
    ]);
  });
});

describe('dose', () => {
  const limited = medicine('limited', {
    maxSingleDose: { value: 1, unit: 'g' },
    maxDailyDose: { value: 3, unit: 'g' },
  });
  const taking = (value: number, unit: string, frequency = 'tid') =>
    said({ lines: [line(limited, { dose: { value, unit }, frequency })] });

  test('above the maximum needs a reason; above twice the maximum is refused', () => {
    expect(taking(1, 'g')).toEqual([]);
    expect(taking(2, 'tablet')).toEqual([]);
    expect(taking(1.25, 'g', 'qd')).toEqual(['warn maxSingleDose 0']);
    expect(taking(1, 'g', 'qid')).toEqual(['warn maxDailyDose 0']);
    expect(taking(2.25, 'g', 'qd')).toEqual(['block maxSingleDose 0']);
    expect(taking(5, 'tablet')).toEqual(['block maxSingleDose 0', 'block maxDailyDose 0']);
  });

  test('a weekly dose is compared with the daily maximum as a whole', () => {
    expect(taking(4, 'g', 'qw')).toContain('warn maxDailyDose 0');
  });

  test('the daily maximum is shown for a medicine taken as needed', () => {
    expect(taking(1, 'g', 'prn')).toEqual(['warn asNeededMaximum 0', 'info maxDailyDose 0']);
  });

  test('a unit that cannot be compared is reported as "not checked"', () => {
    const lines = [line(limited, { dose: { value: 5, unit: 'ml' } })];
    expect(unsaid({ lines })).toEqual(
      ['excessPacks', 'maxSingleDose', 'maxDailyDose', 'portion'].map((rule) => `${rule} doseNotComparable 0`),
    );
    expect(unsaid({ lines: [line(limited, { frequency: 'sometimes' })] })).toContain('maxDailyDose frequencyUnknown 0');
  });

  test('the daily dose of a child is limited by weight; an unknown weight is reported as "not checked"', () => {
    const lines = [line(medicine('syrup', { childMaxDailyPerKg: { value: 40, unit: 'mg' } }))];
    const child = (weightKg: number | null) => ({ lines, patient: of({ ageMonths: 100, weightKg }) });
    expect(said(child(37.5))).toEqual([]);
    expect(said(child(37.4))).toEqual(['warn childDailyDose 0']);
    expect(said(child(18))).toEqual(['block childDailyDose 0']);
    expect(unsaid(child(null))).toEqual(['childDailyDose weightUnknown 0']);
    expect(unsaid({ lines, patient: of({ weightKg: null }) })).toEqual([]);
  });
});

test('a current medicine of which only the name is known is reported as "not checked", with its name', () => {
  const tea = { en: 'Herbal tea', zh: '凉茶' };
  const { unavailable } = check({ activeUnknown: [tea, tea, { en: 'Warfarin', zh: '华法林' }] });
  const params = { others: { en: 'Herbal tea, Warfarin', zh: '凉茶、华法林' } };
  expect(unavailable.map((left) => [left.ruleCode, left.why, left.params])).toEqual(
    ['duplicateIngredient', 'duplicateClass', 'interaction'].map((rule) => [rule, 'otherDrugUnknown', params]),
  );
});

test('a route that does not fit the form is refused; an unknown form is reported as "not checked"', () => {
  expect(said({ lines: [line(undefined, { route: 'oph' })] })).toEqual(['block routeMismatch 0']);
  expect(unsaid({ lines: [line(medicine('a', { dosageForm: 'potion' }))] })).toEqual(['routeMismatch formUnknown 0']);
});

test('a required skin test is shown', () => {
  expect(said({ lines: [line(medicine('pen', { skinTest: true }))] })).toEqual(['info skinTest 0']);
});

import { describe, expect, test } from 'vitest';
import { obstaclesOf } from '../../../clinical/checks/obstacles.ts';
import { frequencyCodes } from '../../../clinical/doses/frequency.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { check, input, line, medicine, said, tables, text } from './sample.ts';

const statin = (code: string) => medicine(code, { classes: ['statin'] });
const withChange = (over: object = {}) => ({
  ...tables,
  duplicateClasses: [
    { code: 'statin', classes: ['statin'], level: 'block' as const, text: text('Statins'), source: 'test' },
  ],
  interactions: [
    {
      code: 'statins',
      a: { kind: 'class' as const, code: 'statin' },
      b: { kind: 'class' as const, code: 'statin' },
      level: 'block' as const,
      text: text('Both.'),
      source: 'test',
      settles: [],
    },
  ],
  changes: [
    {
      code: 'change',
      from: { kind: 'ingredient' as const, code: 'old' },
      to: { kind: 'class' as const, code: 'statin' },
      how: text('Stop the old one first.'),
      keepsRefusal: false,
      source: 'label',
      date: '2026-11-27',
      ...over,
    },
  ],
});

describe('a change of medicine', () => {
  const lines = [line(statin('new'))];

  test('warns with how to change, where both together would be refused', () => {
    const running = { lines, active: [{ ...statin('old'), daysLeft: 9 }] };
    expect(said(running, {}, withChange()), 'class and interaction need one answer').toEqual(['warn duplicateClass 0']);
    const [found] = check(running, {}, withChange()).hits;
    expect(found).toMatchObject({
      text: { en: 'Stop the old one first. Both.', zh: 'Stop the old one first.Both.' },
      source: 'label (2026-11-27); test',
      params: { daysLeft: 9, change: 'change', otherLine: 0, together: 'block' },
      needReason: true,
    });
    expect(said({ lines: [line(statin('old')), ...lines] }, {}, withChange())).toEqual([
      'block duplicateClass 1',
      'block interaction 1',
    ]);
  });

  test('stays refused where the wait is longer than a prescription is valid, and says how long', () => {
    const found = check({ lines, active: [statin('old')] }, {}, withChange({ keepsRefusal: true })).hits;
    expect(found.map(({ level, ruleCode }) => `${level} ${ruleCode}`)).toContain('block interaction');
    expect(found[0]?.text).toEqual({ en: 'Both. Stop the old one first.', zh: 'Both.Stop the old one first.' });
  });

  test('is never refused by a hospital that refuses two of one class on a prescription', () => {
    const strict = { rules: { duplicateClass: 'block', duplicateIngredient: 'block' } } as const;
    expect(said({ lines, active: [statin('other')] }, strict, withChange())).toContain('warn duplicateClass 0');
    expect(said({ lines, active: [statin('new')] }, strict, withChange())).toContain('warn duplicateIngredient 0');
    const twice = [line(statin('new')), line(statin('new'), { frequency: 'prn', maxTimes: 1 })];
    expect(said({ lines: twice }, strict, withChange())).toContain('block duplicateIngredient 1');
  });
});

describe('the answer to a change', () => {
  const found = (level: 'block' | 'warn') => {
    const [hit] = check(
      { lines: [line(statin('new'))], active: [statin('old')] },
      {},
      {
        ...withChange(),
        interactions: [],
        duplicateClasses: [{ code: 'statin', classes: ['statin'], level, text: text('Statins'), source: 'test' }],
      },
    ).hits;
    if (!hit) throw new Error('nothing found');
    return hit;
  };
  const answer = (change: 'replaces' | 'bothContinue' | null, reason = 'Changed by the cardiologist') => [
    { ruleCode: 'duplicateClass', lineIndex: 0, about: null, reason, change },
  ];
  const stand = (level: 'block' | 'warn', ...given: Parameters<typeof answer>) => {
    const { blocking: blocked, unanswered: unjustified } = obstaclesOf([found(level)], answer(...given));
    return [blocked.length, unjustified.length];
  };

  test('both continue is refused where a prescription with both would be, replacing is not', () => {
    expect(stand('block', 'bothContinue')).toEqual([1, 0]);
    expect(stand('block', 'replaces')).toEqual([0, 0]);
    expect(stand('warn', 'bothContinue')).toEqual([0, 0]);
  });

  test('a reason without the answer, or the answer without a reason, is open', () => {
    expect(stand('block', null)).toEqual([0, 1]);
    expect(stand('warn', 'replaces', '.')).toEqual([0, 1]);
  });

  test('a hospital that refuses two of one class also refuses that both continue', () => {
    const strict = { rules: { duplicateClass: 'block' } } as const;
    const { hits } = check({ lines: [line(statin('new'))], active: [statin('old')] }, strict, {
      ...withChange(),
      interactions: [],
      duplicateClasses: [{ code: 's', classes: ['statin'], level: 'warn', text: text('Statins'), source: 'test' }],
    });
    expect(hits).toMatchObject([{ level: 'warn', params: { together: 'block' } }]);
  });
});

describe('two medicines of one ingredient say what they are together', () => {
  const limited = (over: object = {}) => medicine('acid', { maxDailyDose: { value: 3, unit: 'g' }, ...over });
  const summed = (...lines: Parameters<typeof input>[0][]) =>
    lines.flatMap((over) => check(over).hits.filter(({ ruleCode }) => ruleCode === 'duplicateIngredient'));
  const morning = line(limited(), { frequency: 'qm' });
  const night = line(limited(), { frequency: 'qn', dose: { value: 1, unit: 'g' } });

  test('the sum of the day stands beside the maximum that it is held against', () => {
    expect(summed({ lines: [morning, night] })).toMatchObject([{ params: { taken: '1.5', max: '3', unit: 'g' } }]);
  });

  test('without a maximum the sum stands alone', () => {
    const free = { maxDailyDose: null };
    const lines = [line(limited(free), { frequency: 'qm' }), line(limited(free), { frequency: 'qn' })];
    const [found] = summed({ lines });
    expect(found?.params).toMatchObject({ taken: '1000', unit: 'mg' });
    expect(found?.params).not.toHaveProperty('max');
  });

  test('of the steps of a taper the day with the largest sum is stated', () => {
    const rising = { ...morning, steps: [{ dose: 1000, frequency: 'qm', days: 3 }] };
    expect(summed({ lines: [rising, night] })).toMatchObject([{ params: { taken: '2' } }]);
  });
});

describe('two lines of one ingredient', () => {
  const lines = (a: object, b: object) => ({
    lines: [line(undefined, { frequency: 'qd', ...a }), line(undefined, { frequency: 'qd', ...b })],
  });
  const dayDoses = (...moments: ('morning' | 'noon' | 'evening' | 'bedtime')[]) => ({
    dayDoses: moments.map((moment) => ({ moment, dose: 500 })),
    frequency: 'bid',
  });

  test.each<[string, object, object, string]>([
    ['the same frequency', {}, {}, 'block repeatedLine 1'],
    ['frequencies that name no time', { frequency: 'bid' }, { frequency: 'tid' }, 'block repeatedLine 1'],
    ['morning and night', { frequency: 'qm' }, { frequency: 'qn' }, 'warn duplicateIngredient 1'],
    ['overlapping times', dayDoses('morning', 'noon'), dayDoses('noon', 'evening'), 'block repeatedLine 1'],
    ['times apart', dayDoses('morning', 'noon'), dayDoses('evening', 'bedtime'), 'warn duplicateIngredient 1'],
    ['a rescue dose', {}, { frequency: 'prn', maxTimes: 2 }, 'warn duplicateIngredient 1'],
    ['a first dose at once', { frequency: 'st' }, {}, 'warn duplicateIngredient 1'],
    ['two doses at once', { frequency: 'st' }, { frequency: 'st' }, 'block repeatedLine 1'],
    [
      'different doses on alternate days',
      { frequency: 'qod' },
      { frequency: 'qod', dose: { value: 1_000, unit: 'mg' } },
      'warn duplicateIngredient 1',
    ],
    ['the same dose on alternate days, twice', { frequency: 'qod' }, { frequency: 'qod' }, 'block repeatedLine 1'],
    ['another route', {}, { route: 'pr' }, 'warn duplicateIngredient 1'],
  ])('with %s', (_, a, b, expected) => {
    expect(said(lines(a, b)).filter((one) => /repeatedLine|duplicateIngredient/.test(one))).toEqual([expected]);
  });

  test('of different products are a warning; products that are not known are compared by form and strength', () => {
    const of = (productId: string | null, mg = 500) =>
      line(
        medicine('m', {
          productId,
          packing: {
            ...input().lines[0]?.medicine?.packing,
            minUnit: 'tablet',
            packUnit: 'box',
            packFactor: 24,
            strength: { value: mg, unit: 'mg' },
          },
        }),
        { frequency: 'qd' },
      );
    const both = (a: ReturnType<typeof of>, b: ReturnType<typeof of>) =>
      said({ lines: [a, b] }).filter((one) => /repeatedLine|duplicateIngredient/.test(one));
    expect(both(of('1'), of('2'))).toEqual(['warn duplicateIngredient 1']);
    expect(both(of('1'), of('1'))).toEqual(['block repeatedLine 1']);
    expect(both(of(null), of(null))).toEqual(['block repeatedLine 1']);
    expect(both(of(null), of(null, 1_000))).toEqual(['warn duplicateIngredient 1']);
  });

  test('no setting turns the refusal off, and an ordinary reason answers the warning', () => {
    for (const frequency of frequencyCodes) {
      const found = check(lines({ frequency }, { frequency })).hits.find(({ ruleCode }) => ruleCode === 'repeatedLine');
      expect([frequency, found?.level]).toEqual([frequency, 'block']);
    }
    const [warned] = check(lines({ frequency: 'qm' }, { frequency: 'qn' })).hits;
    expect(warned).toMatchObject({ ruleCode: 'duplicateIngredient', needReason: true });
  });
});

test('every row about a change has words in both languages, a source with its date, and a place of its own', () => {
  const rows = readTable('medicine-changes').rows;
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  const key = ({ from, to }: (typeof rows)[number]) => JSON.stringify([from, to]);
  expect(new Set(rows.map(key)).size).toBe(rows.length);
  expect(rows.filter(({ how, source }) => how.en.length < 20 || how.zh.length < 8 || source === '')).toEqual([]);
  expect(readRuleTables().changes).toHaveLength(rows.length);
});

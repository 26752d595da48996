import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import { gravity, type Level } from '../../../clinical/checks/level.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { readCases, type TextbookCase } from './readCases.ts';

const cases = readCases();
const tables = readRuleTables();

/** The hospital of the tables: supply and stock are no subject of them. */
const settings = {
  ...defaultSettings,
  maxDrugs: 20,
  rules: { supplyDays: 'off', excessPacks: 'off', onlineBan: 'off', skinTest: 'off' },
} as const;

function foundBy({ input, rules, expected }: TextbookCase): Level | 'silent' {
  const { hits } = checkPrescription(input, tables, settings);
  const counted =
    expected === 'silent'
      ? hits.filter(({ level }) => level !== 'info')
      : hits.filter(({ ruleCode }) => rules.length === 0 || rules.includes(ruleCode));
  const [gravest] = counted.map(({ level }) => level).toSorted((a, b) => gravity[b] - gravity[a]);
  return gravest ?? 'silent';
}

const wrong = cases.filter((one) => foundBy(one) !== one.expected);
const dangerous = cases.filter(({ expected }) => expected !== 'silent');
const harmless = cases.filter(({ expected }) => expected === 'silent');

test('every case of the textbook tables is judged as expected', () => {
  const right = (of: readonly TextbookCase[]) => of.filter((one) => !wrong.includes(one)).length;
  const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} % (${part} of ${of})`;
  const alarms = harmless.length - right(harmless);
  process.stderr.write(
    `textbook: sensitivity ${percent(right(dangerous), dangerous.length)}, ` +
      `false alarms ${percent(alarms, harmless.length)}\n`,
  );
  expect(wrong.map((one) => `${one.title}: expected ${one.expected}, found ${foundBy(one)}`)).toEqual([]);
});

test('the tables have at least 2,400 cases, 540 of which must stay silent', () => {
  expect(cases.length).toBeGreaterThanOrEqual(2_400);
  expect(harmless.length).toBeGreaterThanOrEqual(540);
});

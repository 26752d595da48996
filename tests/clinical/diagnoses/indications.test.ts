import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import type { CheckInput } from '../../../clinical/checks/facts.ts';
import { saysSomething } from '../../../clinical/checks/indication.ts';
import { isInGroups, readGroups } from '../../../clinical/diagnoses/icd10.ts';
import { meaningOf } from '../../../clinical/diagnoses/vagueDiagnoses.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { usualDiagnoses } from '../public/usualDiagnoses.ts';
import { readCases } from '../textbook/readCases.ts';

const tables = readRuleTables();
const rows = tables.indications ?? [];
const known = [...new Set(readTable('diagnoses').rows.map(({ code }) => code.slice(0, 3)))];

const alarmsIn = (input: CheckInput) =>
  checkPrescription(input, tables, defaultSettings).hits.filter(({ ruleCode }) => ruleCode === 'indication');

test('every product of the formulary has diagnoses for its route', () => {
  const lacking = readDemoTable('products').rows.filter(
    ({ generic, defaultRoute }) =>
      !rows.some(({ code, routes }) => code === generic && (routes.length === 0 || routes.includes(defaultRoute))),
  );
  expect(lacking.map(({ code }) => code)).toEqual([]);
});

test('every medicine that is not for symptoms is for a diagnosis of the list, and not for all of them', () => {
  const distinct = new Map(rows.filter(({ any }) => !any).map(({ code, groups }) => [groups.join(), { code, groups }]));
  const shares = [...distinct.values()].map(({ code, groups }) => ({
    ...{ code },
    of: known.filter((one) => isInGroups(one, groups)).length / known.length,
  }));
  expect(shares.filter(({ of }) => of === 0 || of > 0.7)).toEqual([]);
});

test('at most 2 % of the ordinary prescriptions ask for the indication', () => {
  const ordinary = readCases().filter(({ expected }) => expected === 'silent');
  const dressed = ordinary.flatMap(({ title, input }) => {
    const taken = [...input.lines.flatMap(({ medicine }) => medicine ?? []), ...(input.active ?? [])];
    const diagnoses = taken.flatMap(({ genericCode }) => usualDiagnoses[genericCode] ?? []);
    return diagnoses.length === taken.length ? [{ title, input: { ...input, diagnoses } }] : [];
  });
  const alarms = dressed.filter(({ input }) => alarmsIn(input).length > 0);
  process.stderr.write(`indication: ${alarms.length} of ${dressed.length} ordinary prescriptions\n`);
  expect(dressed.length).toBeGreaterThan(440);
  expect(alarms.length / dressed.length, alarms.map(({ title }) => title).join('\n')).toBeLessThanOrEqual(0.02);
});

test('every symptom, finding and factor of health says what it may stand for, or says nothing', () => {
  const vague = readTable('diagnoses').rows.filter(({ code }) => isInGroups(code, ['R50-R99', 'U00-U99', 'Z00-Z99']));
  expect(vague.length).toBeGreaterThan(180);
  expect(
    vague.filter(({ code }) => saysSomething(code) !== meaningOf(code).length > 0).map(({ code }) => code),
  ).toEqual([]);
});

test('a symptom or a factor of health never stands for most of the diseases', () => {
  const vague = readTable('diagnoses').rows.filter(({ code }) => meaningOf(code).length > 0);
  const wide = vague.filter(({ code }) => {
    const groups = meaningOf(code);
    return known.filter((one) => isInGroups(one, groups)).length / known.length > 0.5;
  });
  expect(wide.map(({ code }) => code)).toEqual([]);
});

test('what a hospital removed from a medicine no longer fits a symptom that stands for it', () => {
  const [found] = readCases().filter(({ title }) => title.includes('dx=R73.9 | acarbose'));
  const settings = {
    ...defaultSettings,
    indications: { acarbose: { added: '', removed: 'E10-E14, E28, E66, E88, O24' } },
  };
  const hits = found ? checkPrescription(found.input, tables, settings).hits : [];
  expect(hits.map(({ ruleCode }) => ruleCode)).toContain('indication');
});

test('no medicine of the demonstration asks for the indication of its own diagnosis', () => {
  const wrong = readDemoTable('scenarios').rows.flatMap(({ code, diagnosis, drugs: medicines }) =>
    medicines
      .filter((medicine) => {
        const use = rows.filter((row) => row.code === medicine);
        return !use.some(({ any, groups }) => any || isInGroups(diagnosis, groups));
      })
      .map((medicine) => `${code} ${medicine}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['J20-J22, J40', ['J20-J22', 'J40']],
  ['j20–j22；l30、 I10', ['J20-J22', 'L30', 'I10']],
  ['', []],
  ['J22-J20', null],
  ['bronchitis', null],
  ['J20.9', null],
])('the groups "%s" are read as a person writes them', (text, groups) => {
  expect(readGroups(text)).toEqual(groups);
});

test('codes with national extensions belong to the group of their category; other codes to none', () => {
  expect(isInGroups('J20.900x001', ['J20-J22'])).toBe(true);
  expect(isInGroups('N40', ['N30-N40'])).toBe(true);
  expect(isInGroups('BNP010', ['A00-Z99'])).toBe(false);
});

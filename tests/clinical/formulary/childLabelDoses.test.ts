import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Amount } from '../../../clinical/doses/dose.ts';
import { judge, lineOf, someone, stocked } from './scan.ts';

/** The rules that judge how much a child may have. */
const doseRules = [
  'maxSingleDose',
  'maxDailyDose',
  'childSingleDose',
  'childDailyDose',
  'minimumAge',
  'child',
  'periodDose',
] as const;

type LabelDose = { code: string; form: string | undefined; ageMonths: number; kg: number; dose: Amount; often: string };

function labelDoseOf(line: string): LabelDose & { text: string } {
  const [name = '', months = '', kg = '', written = '', often = '', text = ''] = line
    .split('|')
    .map((one) => one.trim());
  const [code = '', form] = name.split('@');
  const [, value, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(written) ?? [];
  const dose = { value: Number(value), unit };
  return { code, form, ageMonths: Number(months), kg: Number(kg), dose, often, text };
}

const doses = readFileSync(new URL('./child-label-doses.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(labelDoseOf);

/** What the checks say of a number of times the label's dose. */
const saidOf = ({ code, form, ageMonths, kg, dose, often }: LabelDose, times: number) => {
  const written = { dose: { ...dose, value: dose.value * times }, frequency: often, days: 5 };
  return judge(someone(ageMonths, kg), lineOf(stocked(code, form), written), doseRules);
};
const shown = ({ code, ageMonths, kg, dose, often }: LabelDose) =>
  `${code} ${dose.value} ${dose.unit} ${often}, ${ageMonths} months, ${kg} kg`;

test('at least 60 medicines have an ordinary dose for children with the text that was read', () => {
  expect(new Set(doses.map(({ code }) => code)).size).toBeGreaterThanOrEqual(60);
  expect(doses.filter(({ text }) => text === '').map(shown)).toEqual([]);
});

test('an ordinary dose of a label for a child of its age and weight gives no finding about the dose', () => {
  const wrong = doses.flatMap((one) => {
    const said = saidOf(one, 1);
    return said.length > 0 ? [`${shown(one)}: ${said.join(', ')}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('ten times the dose of a label always gives a finding', () => {
  expect(doses.filter((one) => saidOf(one, 10).length === 0).map(shown)).toEqual([]);
});

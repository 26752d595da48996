import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import type { RuleCode, UnavailableWhy } from '../../../clinical/checks/finding.ts';
import { obstaclesOf } from '../../../clinical/checks/obstacles.ts';
import { subjectOf } from '../../../clinical/checks/reasons.ts';
import { reportedIn, rulesLeftOut } from '../../../clinical/checks/reported.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { input, line, tables } from './sample.ts';

const reported = (lines: Parameters<typeof line>[0][]) =>
  reportedIn(checkPrescription(input({ lines: lines.map((one) => line(one)) }), tables, defaultSettings)).filter(
    ({ ruleCode }) => ruleCode === 'notChecked',
  );

test('a medicine of which nothing is known is one finding that names every check left out', () => {
  const [found, ...others] = reported([null]);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ lineIndex: 0, needReason: true, params: { why: 'drugUnknown' } });
  const left = rulesLeftOut(found?.params ?? {});
  expect(left).toEqual(expect.arrayContaining(['onlineBan', 'allergy', 'interaction', 'maxDailyDose', 'pregnancy']));
  expect(new Set(left).size).toBe(left.length);
});

test('two lines of which nothing is known are a finding each', () => {
  expect(reported([null, null]).map(({ lineIndex }) => lineIndex)).toEqual([0, 1]);
});

test('other causes, and each question to the patient, stay findings of their own', () => {
  const left = (ruleCode: RuleCode, why: UnavailableWhy) => ({ ruleCode, why, lineIndex: null, params: {} });
  const unavailable = [
    ...[left('pregnancy', 'stateUnknown'), left('lactation', 'stateUnknown')],
    ...[left('interaction', 'tableMissing'), left('duplicateClass', 'tableMissing')],
  ];
  expect(reportedIn({ hits: [], unavailable }).map(({ params, needReason }) => [params.rule, needReason])).toEqual([
    ['pregnancy', true],
    ['lactation', false],
    ['interaction,duplicateClass', false],
  ]);
});

test('one reason answers the finding about all checks that one cause left out, on its line only', () => {
  const found = reported([null, null]);
  const [first] = found;
  if (!first) throw new Error('nothing was left out');
  const about = subjectOf(first);
  const reason = { ruleCode: 'notChecked', lineIndex: 0, about, reason: 'Imported, compared with its leaflet' };
  expect(about?.length ?? 0).toBeLessThan(600);
  expect(obstaclesOf(found, [reason]).unanswered.map(({ lineIndex }) => lineIndex)).toEqual([1]);
});

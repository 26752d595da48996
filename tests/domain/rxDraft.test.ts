import { expect, test } from 'vitest';
import { RxLine } from '../../contract/http/prescription.ts';
import { asEditOf, draftFrom, missingInLines, RxDraft, sentLines } from '../../src/domain/rxDraft.ts';
import { equalDayDoses, missingInRegimen, withDayDoses } from '../../src/domain/rxRegimen.ts';
import { offerFromRx } from '../../src/domain/rxTemplates.ts';
import { changesBetween, contentOf } from '../../src/domain/rxVersions.ts';
import { completeDraft, issuedRx, requestId } from '../support/clinical.ts';

test('a draft that an earlier attempt stored is edited, so that no second prescription is created', () => {
  const stored = issuedRx(0, 3);
  const edit = asEditOf(completeDraft, stored, 3);
  expect(edit).toEqual({ ...completeDraft, editing: { id: stored.id, version: 3 } });
});

test('a prescription that was submitted, or changed since, is not edited', () => {
  expect(asEditOf(completeDraft, issuedRx(10, 3), 3)).toBeNull();
  expect(asEditOf(completeDraft, issuedRx(0, 4), 3)).toBeNull();
});

const taper = {
  drugId: '1',
  drugName: 'Prednisone',
  specification: '5 mg × 100',
  ...{ onceDose: 30, onceDoseUnit: 'mg', frequency: 'qd', route: 'po', days: 3, quantity: 1, packUnit: 'bottle' },
  firstDose: 40,
  steps: [{ dose: 20, frequency: 'qd', days: 3 }],
};

test('a draft stored without taper, loading dose and maximum still loads', () => {
  expect(RxDraft.parse(JSON.parse(JSON.stringify(completeDraft)))).toEqual(completeDraft);
});

const insulin = {
  ...taper,
  ...{ drugName: 'Insulin', onceDose: 14, onceDoseUnit: 'iu', frequency: 'bid', firstDose: null, steps: null },
  dayDoses: [
    { moment: 'morning', dose: 14 },
    { moment: 'evening', dose: 10 },
  ],
};

test('doses by time of day are kept when a prescription is edited, repeated, offered or compared', () => {
  const issued = { ...issuedRx(20, 1), lines: [RxLine.parse(insulin)] };
  const draft = draftFrom(issued, requestId, null);
  const { dayDoses, onceDose, frequency } = insulin;
  expect(sentLines(draft)).toMatchObject([{ line: { dayDoses, onceDose, frequency } }]);
  expect(offerFromRx(issued).lines).toMatchObject([{ dayDoses, onceDose, frequency }]);
  const changed = {
    ...issued,
    lines: [RxLine.parse({ ...insulin, dayDoses: [dayDoses[0], { moment: 'bedtime', dose: 10 }] })],
  };
  expect(changesBetween(contentOf(issued), contentOf(changed)).lines).toMatchObject([{ kind: 'changed' }]);
  expect(RxDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('doses by time of day begin with the line’s dose; the largest is its dose, their number its frequency', () => {
  const begun = equalDayDoses({ onceDose: 500, frequency: 'tid' });
  expect(begun.dayDoses.map(({ moment }) => moment)).toEqual(['morning', 'noon', 'evening']);
  const [morning, noon] = begun.dayDoses;
  if (!morning || !noon) throw new Error('two doses were expected');
  const two = withDayDoses([{ ...noon, dose: 750 }, morning]);
  expect(two).toEqual({ dayDoses: [morning, { ...noon, dose: 750 }], onceDose: 750, frequency: 'bid' });
  const line = { onceDoseUnit: 'mg', days: 3 };
  expect(missingInRegimen({ ...line, ...two })).toEqual([]);
  expect(missingInRegimen({ ...line, ...withDayDoses([morning, { ...noon, dose: null }]) })).toEqual(['dayDoses.noon']);
  expect(missingInRegimen({ ...line, ...withDayDoses([morning]) })).toEqual(['dayDoses']);
});

test('editing or repeating a taper keeps its steps and its loading dose', () => {
  const issued = { ...issuedRx(20, 1), lines: [RxLine.parse(taper)] };
  const [sent] = sentLines(draftFrom(issued, requestId, null));
  expect(sent?.line).toMatchObject({ firstDose: 40, steps: taper.steps });
  const offer = offerFromRx(issued);
  expect(offer.lines).toMatchObject([{ firstDose: 40, steps: taper.steps }]);
});

test.each([
  ['days', { days: 400 }],
  ['quantity', { quantity: 20_000, quantityManual: true }],
  ['onceDose', { onceDose: 200_000 }],
])('a line with more %s than a prescription can carry is left out of the check, and named', (field, wrong) => {
  const [first] = completeDraft.lines;
  if (!first) throw new Error('a line was expected');
  const draft = { ...completeDraft, lines: [{ ...first, key: 'wrong', ...wrong }, first] };
  expect(sentLines(draft).map(({ index }) => index)).toEqual([1]);
  expect(missingInLines(draft)).toEqual([{ key: 'wrong', index: 0, field }]);
});

test('doses by time of day of a step are kept when a taper is edited, repeated or offered', () => {
  const steps = [
    { dose: 20, frequency: 'bid', days: 3, dayDoses: insulin.dayDoses.map((one) => ({ ...one, dose: 20 })) },
  ];
  const issued = { ...issuedRx(20, 1), lines: [RxLine.parse({ ...taper, steps })] };
  const draft = draftFrom(issued, requestId, null);
  expect(sentLines(draft)).toMatchObject([{ line: { steps } }]);
  expect(offerFromRx(issued).lines).toMatchObject([{ steps }]);
  expect(RxDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

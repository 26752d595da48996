import { expect, test } from 'vitest';
import { RxLine } from '../../contract/http/prescription.ts';
import { asEditOf, draftFrom, RxDraft, sentLines } from '../../src/domain/rxDraft.ts';
import { offerFromRx } from '../../src/domain/rxTemplates.ts';
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

test('editing or repeating a taper keeps its steps and its loading dose', () => {
  const issued = { ...issuedRx(20, 1), lines: [RxLine.parse(taper)] };
  const [sent] = sentLines(draftFrom(issued, requestId, null));
  expect(sent?.line).toMatchObject({ firstDose: 40, steps: taper.steps });
  const offer = offerFromRx(issued);
  expect(offer.lines).toMatchObject([{ firstDose: 40, steps: taper.steps }]);
});

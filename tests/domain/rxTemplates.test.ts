import { describe, expect, test } from 'vitest';
import { DiseaseId, DrugId, InventoryId, WarehouseId } from '../../contract/ids.ts';
import { withLine, withReason } from '../../src/domain/rxLines.ts';
import { withDayDoses } from '../../src/domain/rxRegimen.ts';
import { lastIssued, lineChanges, offerFromRx, resolved, setFrom, withOffer } from '../../src/domain/rxTemplates.ts';
import { amoxicillin, completeDraft } from '../support/clinical.ts';
import { rx } from '../support/prescriptionsOf.ts';

const warehouseId = WarehouseId.parse('1');
const listed = { ...amoxicillin, warehouseId };
const ambroxol = { ...listed, id: InventoryId.parse('12'), drugId: DrugId.parse('2'), name: 'Ambroxol' };
const cough = { id: DiseaseId.parse('2'), code: 'R05', name: 'Cough', main: true };

const setLine = (medicine: typeof listed, more: object = {}) => ({
  drugId: medicine.drugId,
  drugName: medicine.name,
  specification: '',
  onceDose: 1,
  onceDoseUnit: 'g',
  frequency: 'bid',
  route: 'po',
  days: 7,
  quantity: null,
  remark: 'after meals',
  ...more,
});
const found = (medicine: typeof listed, more: object = {}) =>
  ({ outcome: 'found', line: setLine(medicine, more), medicine }) as const;
const offer = { lines: [setLine(listed), setLine(ambroxol)], diagnosisList: [cough], advice: 'Drink enough.' };
const both = [found(listed), found(ambroxol)];
const dosages = (draft: typeof completeDraft) =>
  draft.lines.map(({ medicine, onceDose, frequency, days, quantity, quantityManual }) =>
    [medicine.name, onceDose, frequency, days, quantity, quantityManual].join(' '),
  );

describe('a set taken over', () => {
  test('into an empty prescription brings dosages, computed packs, diagnoses and advice', () => {
    const draft = withOffer({ ...completeDraft, lines: [], diagnosisList: [] }, offer, both, 'add', 'en');
    expect(dosages(draft)).toEqual(['Amoxicillin 1 bid 7 3 false', 'Ambroxol 1 bid 7 3 false']);
    expect(draft).toMatchObject({ diagnosisList: [cough], advice: 'Drink enough.' });
    expect(new Set(draft.lines.map(({ key }) => key)).size).toBe(2);
  });

  test('by adding leaves what is written as it is', () => {
    const draft = withOffer(completeDraft, offer, both, 'add', 'en');
    expect(draft.lines[0]).toBe(completeDraft.lines[0]);
    expect(lineChanges(completeDraft, draft).map(({ kind, after }) => `${kind} ${after?.medicine.name}`)).toEqual([
      'same Amoxicillin',
      'added Ambroxol',
    ]);
    expect(draft.diagnosisList.map(({ name, main }) => [name, main])).toEqual([
      ['Acute bronchitis', true],
      ['Cough', false],
    ]);
  });

  test('by replacing changes, adds and removes lines, and drops the reasons for the lines that were there', () => {
    const hit = { ruleCode: 'interaction', level: 'warn' as const, lineIndex: 0, needReason: true };
    const before = withReason(withOffer(completeDraft, offer, both, 'add', 'en'), hit, 'Known well');
    const draft = withOffer(before, offer, [found(listed)], 'replace', 'en');
    expect(lineChanges(before, draft).map(({ kind }) => kind)).toEqual(['changed', 'removed']);
    expect(draft).toMatchObject({ overrides: [], diagnosisList: [cough], advice: 'Drink enough.' });
  });

  test('leaves open what it does not say, and keeps a pack count that was typed by hand', () => {
    const open = { onceDose: null, frequency: null, route: null, days: null, quantity: 9 };
    const draft = withOffer({ ...completeDraft, lines: [] }, offer, [found(listed, open)], 'add', 'en');
    expect(dosages(draft)).toEqual(['Amoxicillin 0.5 tid 3 9 true']);
  });

  test('contains only what the pharmacy has', () => {
    const out = { outcome: 'outOfStock', line: setLine(ambroxol) } as const;
    expect(withOffer(completeDraft, offer, [out], 'add', 'en').lines).toEqual(completeDraft.lines);
  });
});

describe('a medicine asked for in the pharmacy', () => {
  const stock = (more: object = {}) => [
    { drugId: listed.drugId, inventoryId: listed.id, stock: 5, price: 1_300, status: 1, ...more },
  ];
  const line = setLine(listed);

  test('has the present stock and price', () => {
    expect(resolved(line, [listed], stock(), warehouseId)).toMatchObject({
      outcome: 'found',
      medicine: { stock: 5, price: 1_300 },
    });
  });

  test.each([
    ['missing', [], stock()],
    ['missing', [{ ...listed, warehouseId: WarehouseId.parse('2') }], stock()],
    ['missing', [listed], stock({ status: 0 })],
    ['missing', [listed], []],
    ['outOfStock', [listed], stock({ stock: 0 })],
    ['failed', null, stock()],
  ] as const)('is %s', (outcome, places, stocks) => {
    expect(resolved(line, places, [...stocks], warehouseId)).toEqual({ outcome, line });
  });
});

test('a prescription becomes a set without the patient, its computed packs left out', () => {
  const draft = withLine({ ...completeDraft, advice: 'Wang Min rests' }, 'a', { quantity: 4, quantityManual: true });
  expect(setFrom(draft, 'Wang Min')).toMatchObject({
    advice: '{{patient.name}} rests',
    lines: [{ drugId: '1', onceDose: 0.5, onceDoseUnit: 'g', frequency: 'tid', days: 3, quantity: 4 }],
  });
  expect(setFrom(completeDraft, '').lines).toMatchObject([{ quantity: null }]);
});

test('the last prescription is the newest that was issued, not a draft, a rejected or a cancelled one', () => {
  const history = [0, 11, 40, 20, 30].map((status, index) => rx(String(index), 'Wang Min', { status }));
  expect(lastIssued(history)?.status).toBe(20);
  expect(lastIssued(history.slice(0, 3))).toBeNull();
  expect(offerFromRx(rx('1', 'Wang Min')).lines).toMatchObject([
    { drugId: '1', onceDose: 120, days: 5, quantity: null },
  ]);
});

test('half written doses by time of day are not saved as another dosage', () => {
  const dayDoses = [
    { moment: 'morning' as const, dose: 2 },
    { moment: 'evening' as const, dose: null },
  ];
  const [line] = completeDraft.lines;
  if (!line) throw new Error('a line was expected');
  const draft = { ...completeDraft, lines: [{ ...line, ...withDayDoses(dayDoses) }] };
  expect(setFrom(draft, '').lines).toMatchObject([{ onceDose: null, frequency: null, dayDoses: [] }]);
});

test('a taper, a loading dose and limits in 24 hours are kept when a prescription is saved or repeated', () => {
  const steps = [{ dose: 0.25, frequency: 'bid', days: 2 }];
  const taper = { firstDose: 1, steps };
  const asNeeded = { frequency: 'prn', maxTimes: 4, minHours: 6, quantity: 1 };
  const draft = withOffer(
    { ...completeDraft, lines: [] },
    offer,
    [found(listed, taper), found(ambroxol, asNeeded)],
    'add',
    'en',
  );
  expect(setFrom(draft, '').lines).toMatchObject([taper, { maxTimes: 4, minHours: 6 }]);
  const [line] = rx('1', 'Wang Min').lines;
  expect(offerFromRx(rx('1', 'Wang Min', { lines: line ? [{ ...line, ...taper }] : [] })).lines).toMatchObject([taper]);
  const plain = withOffer({ ...completeDraft, lines: [] }, offer, [found(listed)], 'add', 'en');
  const tapered = withOffer(plain, offer, [found(listed, taper)], 'replace', 'en');
  expect(lineChanges(plain, tapered).map(({ kind }) => kind)).toEqual(['changed']);
});

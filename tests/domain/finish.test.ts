import { expect, test } from 'vitest';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import { PrescriptionId } from '../../contract/ids.ts';
import { finishBlockers, mayFinishAnyway } from '../../src/domain/finish.ts';

const id = PrescriptionId.parse('1');
const signed = { status: RecordStatus.signed };
const work = { record: signed, prescriptions: [], unsentCount: 0 };
const prescribed = (status: number) => ({ ...work, prescriptions: [{ id, prescriptionNo: 'P1', status }] });
const kinds = (of: Parameters<typeof finishBlockers>[0]) => finishBlockers(of).map(({ kind }) => kind);

test('a signed record, no open prescription and nothing unsent block nothing', () => {
  expect(kinds(work)).toEqual([]);
  expect(kinds(prescribed(PrescriptionStatus.approved))).toEqual([]);
});

test('a missing or unsigned record blocks finishing', () => {
  expect(kinds({ ...work, record: null })).toEqual(['recordMissing']);
  expect(kinds({ ...work, record: { status: RecordStatus.draft } })).toEqual(['recordUnsigned']);
});

test('a prescription in review blocks finishing, as does a rejected one that the patient may wait for', () => {
  expect(kinds(prescribed(PrescriptionStatus.pending))).toEqual(['prescriptionInReview']);
  expect(kinds(prescribed(PrescriptionStatus.rejected))).toEqual(['prescriptionRejected']);
});

test('unsent messages are counted, and cannot be overruled', () => {
  const blockers = finishBlockers({ ...work, unsentCount: 2 });
  expect(blockers).toEqual([{ kind: 'unsentMessages', count: 2 }]);
  expect([mayFinishAnyway(blockers), mayFinishAnyway([{ kind: 'recordMissing' }])]).toEqual([false, true]);
});

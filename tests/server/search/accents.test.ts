import { expect, test, vi } from 'vitest';
import { pageDiagnoses, saveDiagnosis } from '../../../contract/extension/diagnoses.ts';
import { saveMedicine } from '../../../contract/extension/medicines.ts';
import { searchDrugs } from '../../../contract/http/drugs.ts';
import { isFoundIn } from '../../../src/domain/pinyin.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';
import { newMedicine } from '../../support/medicines.ts';

vi.setConfig({ testTimeout: 60_000 });

let hospital: Hospital;
let doctor: Member;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor } = suite);
  admin = await hospital.administrator();
});

/** The same words with and without accents, in other case and width, with ß written out. */
const asked = ['sjögren weiß', 'SJOGREN WEISS', 'ｓｊｏｇｒｅｎ ｗｅｉｓｓ', 'Sjo\u0308gren Weiß'];

test('medicines and diagnoses are found whatever the accents, case and width', async () => {
  const added = { id: null, revision: null };
  await hospital.call(saveMedicine, admin, { ...newMedicine, ...added, code: 'fold1', nameEn: 'Sjögren Weiß drops' });
  await hospital.call(saveDiagnosis, admin, {
    ...added,
    code: 'M35.0',
    name: '干燥综合征',
    nameEn: 'Sjögren Weiß',
    words: [],
  });
  for (const keyword of asked) {
    const query = { warehouseId: hospital.warehouseId, keyword };
    expect((await hospital.call(searchDrugs, doctor, query)).data, keyword).toHaveLength(1);
    const page = await hospital.call(pageDiagnoses, admin, { keyword, pageNo: 1, pageSize: 10 });
    expect(page.data, keyword).toMatchObject({ total: 1 });
  }
});

test.each(asked)('lists of the browser find %s too', (typed) => {
  expect(isFoundIn(typed, ['Dr. Sjögren Weiß'])).toBe(true);
  expect(isFoundIn(`${typed}x`, ['Dr. Sjögren Weiß'])).toBe(false);
});

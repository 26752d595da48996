import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createQualification, getQualification, updateQualification } from '../../../contract/http/account.ts';
import { getDictByType } from '../../../contract/http/tenant.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { qualification } from '../../../server/db/schema/staff.ts';
import { department, dictData } from '../../../server/db/schema/tenants.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let token = '';
beforeAll(async () => {
  platform = await openServedPlatform({});
  token = (await platform.signIn('ann')).accessToken;
  await hospitalStore(platform.db, '2').add(department, { id: '1200', name: '疼痛科' });
}, 60_000);
afterAll(() => platform?.close());

const here = () => hospitalStore(platform.db, '1');
beforeEach(async () => {
  await platform.db.delete(qualification);
  await here().change(department, { retired: false });
  await here().change(dictData, { disabled: false });
});

const certificates = {
  practiceCertNo: 'P1',
  practiceCertUrls: [],
  qualificationCertNo: 'Q1',
  qualificationCertUrls: [],
  titleCertUrls: [],
  titleCode: 1,
  deptId: 3,
};
const submit = (change: object = {}) =>
  platform.call<string>(createQualification, { ...certificates, ...change }, { token });
const submitAgain = (id: string, change: object = {}, language = 'en') =>
  platform.call(updateQualification, { id, ...certificates, ...change }, { token, language });

const noDepartment = {
  code: Code.badRequest,
  msg: 'This department does not exist or is retired. Choose another one',
  data: { field: 'deptId' },
};
const noTitle = {
  code: Code.badRequest,
  msg: 'This title does not exist or is retired. Choose another one',
  data: { field: 'titleCode' },
};
const retireDepartment = () => here().change(department, { retired: true }, eq(department.id, '3'));
const retireTitle = () =>
  here().change(
    dictData,
    { disabled: true },
    and(eq(dictData.dictType, 'member_doctor_title'), eq(dictData.value, '1')),
  );

test.each([
  ['a department that does not exist', { deptId: 7 }, noDepartment],
  ['a department of another hospital', { deptId: 1200 }, noDepartment],
  ['no department', { deptId: 0 }, noDepartment],
  ['a title that does not exist', { titleCode: 77 }, noTitle],
])('certificates with %s are refused, and nothing is stored', async (_, change, refusal) => {
  expect(await submit(change)).toEqual(refusal);
  expect(await here().count(qualification)).toBe(0);
  const { data: id } = await submit();
  expect(await submitAgain(id, change)).toEqual(refusal);
  expect(await here().rows(qualification)).toMatchObject([{ id, deptId: '3', titleCode: 1 }]);
});

test('the refusal is in the language of the doctor', async () => {
  const { data: id } = await submit();
  expect(await submitAgain(id, { deptId: 7 }, 'zh-CN')).toMatchObject({ msg: '该科室不存在或已停用，请重新选择' });
  expect(await submitAgain(id, { titleCode: 7 }, 'zh-CN')).toMatchObject({ msg: '该职称不存在或已停用，请重新选择' });
});

test('a retired department or title is refused to whom it is new, and stays with whom it was stored for', async () => {
  await retireDepartment();
  expect(await submit()).toEqual(noDepartment);
  await here().change(department, { retired: false });
  await retireTitle();
  expect(await submit()).toEqual(noTitle);
  await here().change(dictData, { disabled: false });
  const { data: id } = await submit();
  await retireDepartment();
  await retireTitle();
  expect(await submitAgain(id, { practiceCertNo: 'P2' })).toMatchObject({ data: true });
  const { data } = await platform.call(getQualification, {}, { token });
  expect(data).toMatchObject({ practiceCertNo: 'P2', deptId: 3, titleCode: 1 });
});

test('a department and title that exist no more stay with whom they were stored for', async () => {
  const { data: id } = await submit();
  await platform.db.update(qualification).set({ deptId: '77', titleCode: 78 });
  expect(await submitAgain(id, { practiceCertNo: 'P2', deptId: 77, titleCode: 78 })).toMatchObject({ data: true });
  expect(await submitAgain(id, { deptId: 79, titleCode: 78 })).toEqual(noDepartment);
  expect(await submitAgain(id, { deptId: 77, titleCode: 79 })).toEqual(noTitle);
});

test('the departments that doctors choose from are those of the hospital, with the retired ones marked', async () => {
  await here().add(department, { id: '1001', name: '疼痛科', nameEn: 'Pain clinic', sort: 1, retired: true });
  const { data } = await platform.call(getDictByType, { dictType: 'hosp_standard_dept' }, { token });
  expect(data).toMatchObject([
    { value: '1001', label: 'Pain clinic', retired: true },
    { value: '3', label: 'Medicine', retired: false },
  ]);
});

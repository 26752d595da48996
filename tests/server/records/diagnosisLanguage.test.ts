import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { electronicMedicalRecords, medicalRecordList } from '../../../contract/http/consult.ts';
import { getCase, saveCase } from '../../../contract/http/record.ts';
import { diagnosis } from '../../../server/db/schema/drugs.ts';
import { caseInfo, caseVersion, consultOrder } from '../../../server/db/schema/orders.ts';
import { type Hospital, type Member, morning, wholeRecord } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
hospitalSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const languages = ['en', 'zh-CN'] as const;
const inLanguage = (language: string) => ({ 'accept-language': language });

/** A running consultation whose record names a new diagnosis. */
async function writing() {
  const { store } = hospital;
  const { orderId, patientId } = await hospital.consultation(doctor);
  const code = `M10.${orderId}`;
  const gout = await store.add(diagnosis, { code, name: '痛风', nameEn: 'Gout', pinyin: 'TF' });
  const named = (name: string) => ({ diagnosisList: [{ id: gout.id, code, name, main: true }] });
  const save = (more: object, language = 'en') =>
    hospital.call(
      saveCase,
      doctor,
      { ...wholeRecord, orderId, patientId, status: 0, version: 0, ...more },
      inLanguage(language),
    );
  const nameIn = async (language: string) => {
    const { data } = await hospital.call(getCase, doctor, { orderId }, inLanguage(language));
    return (data as { diagnosisList: { name: string }[] }).diagnosisList.map(({ name }) => name);
  };
  const namesShown = () => Promise.all(languages.map(nameIn));
  const rename = () =>
    store.change(diagnosis, { name: '痛风性关节炎', nameEn: 'Gouty arthritis' }, eq(diagnosis.id, gout.id));
  return { orderId, patientId, gout, named, save, namesShown, rename };
}

test.each([
  ['en', 'Gout'],
  ['zh-CN', '痛风'],
])('a diagnosis that was chosen in %s is read in the language of each reader', async (language, name) => {
  const { named, save, namesShown } = await writing();
  expect(await save(named(name), language)).toMatchObject({ code: 200 });
  expect(await namesShown()).toEqual([['Gout'], ['痛风']]);
});

test('a record has the names of the list of diagnoses, whatever the sender calls them', async () => {
  const { named, save, namesShown } = await writing();
  await save(named('Something else'));
  expect(await namesShown()).toEqual([['Gout'], ['痛风']]);
});

test('a signed record keeps the names it was signed with after the list changes them', async () => {
  const { orderId, gout, named, save, namesShown, rename } = await writing();
  await save({ ...named('Gout'), status: 1 });
  await rename();
  expect(await namesShown()).toEqual([['Gout'], ['痛风']]);
  const [record] = await hospital.store.rows(caseInfo, eq(caseInfo.orderId, orderId));
  const signed = [{ id: gout.id, code: gout.code, name: '痛风', nameEn: 'Gout', main: true }];
  expect(record?.diagnosisList).toEqual(signed);
  const [version] = await hospital.store.rows(caseVersion, eq(caseVersion.caseId, record?.id ?? ''));
  expect(version?.content).toMatchObject({ diagnosisList: signed });
});

test('a diagnosis keeps its names while other parts of its record are saved', async () => {
  const { named, save, namesShown, rename } = await writing();
  await save(named('Gout'));
  await rename();
  await save({ ...named('Gout'), version: 1, chiefComplaint: 'Painful toe' });
  expect(await namesShown()).toEqual([['Gout'], ['痛风']]);
});

test('a save is the same one when it is repeated in the other language', async () => {
  const { named, save } = await writing();
  const first = await save(named('Gout'));
  expect(await save(named('痛风'), 'zh-CN')).toEqual(first);
});

test('a record with one name of a diagnosis shows the other from the list, but not after it was renamed', async () => {
  const { orderId, patientId, named, namesShown, rename } = await writing();
  const times = { createTime: morning, updateTime: morning, signTime: morning };
  await hospital.store.add(caseInfo, {
    orderId,
    patientId,
    doctorId: doctor.id,
    ...times,
    ...named('Gout'),
    status: 1,
  });
  expect(await namesShown()).toEqual([['Gout'], ['痛风']]);
  await rename();
  expect(await namesShown()).toEqual([['Gout'], ['Gout']]);
});

test('past visits name their diagnoses in the language of the reader', async () => {
  const { orderId, patientId, named, save } = await writing();
  await save({ ...named('Gout'), status: 1 });
  await hospital.store.change(consultOrder, { status: 30, endTime: morning }, eq(consultOrder.id, orderId));
  const shown = await Promise.all(
    languages.map(async (language) => {
      const { data } = await hospital.call(medicalRecordList, doctor, { patientId }, inLanguage(language));
      const [{ visitNo, diagnosis: name } = { visitNo: '', diagnosis: '' }] = (
        data as { list: { visitNo: string; diagnosis: string }[] }
      ).list;
      const asked = { patientId, visitNo };
      const visit = await hospital.call(electronicMedicalRecords, doctor, asked, inLanguage(language));
      const texts = (visit.data as { sections: { text: string }[] }).sections.map(({ text }) => text);
      return [name, texts.includes(name)];
    }),
  );
  expect(shown).toEqual([
    ['Gout', true],
    ['痛风', true],
  ]);
});

import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { arrangeQuickReplies, importQuickReplies, updateQuickReply } from '../../../contract/extension/serviceSetup.ts';
import {
  deleteTemplate,
  noteTemplateUse,
  saveTemplate,
  setFavouriteDrug,
} from '../../../contract/extension/templates.ts';
import { createQuickReply, deleteQuickReply, updateConsultConfig } from '../../../contract/http/consult.ts';
import { createDoctorDisease, deleteDoctorDisease } from '../../../contract/http/disease.ts';
import type { Operation } from '../../../contract/operation.ts';
import { storeAwayMessage } from '../../../server/accounts/duty.ts';
import { consultConfig, staff } from '../../../server/db/schema/staff.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { type HospitalSuite, hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let database: HospitalSuite['database'];
const clock = hospitalSuite((suite) => {
  ({ hospital, database } = suite);
});

let ann: Member;
let ben: Member;
/** Two doctors of one department, and one of another. */
beforeEach(async () => {
  const [first, second, third] = [await hospital.hire(false), await hospital.hire(false), await hospital.hire(false)];
  [ann, ben] = [first, second];
  const dept = ann.id;
  for (const one of [ann, ben]) await hospital.here.store.change(staff, { deptId: dept }, eq(staff.id, one.id));
  await hospital.here.store.change(staff, { deptId: `${dept}9` }, eq(staff.id, third.id));
});

/** Who is to load what again because of `change`, each event as `part: ids`. */
async function announced(change: () => Promise<unknown>): Promise<string[]> {
  const from = database.published.length;
  await change();
  return database.published
    .slice(from)
    .flatMap((event) =>
      event.type === 'own.changed' ? [`${event.part}: ${event.staffIds.toSorted().join(' ')}`] : [],
    );
}
const calls = (operation: Operation, as: Member, input: Record<string, unknown>) => () =>
  hospital.call(operation, as, input);
const idFrom = async (operation: Operation, as: Member, input: Record<string, unknown>) => {
  const { data } = (await hospital.call(operation, as, input)) as { data: unknown };
  return typeof data === 'string' ? data : (data as { id: string }).id;
};

const content = { kind: 'record', sections: { treatmentAdvice: 'Rest.' }, diagnosisList: [] };
const template = { name: 'Rest', scope: 'personal', content };

test('each change of a quick reply is announced to its doctor alone, a refused one to nobody', async () => {
  const own = [`replies: ${ann.id}`];
  expect(await announced(calls(createQuickReply, ann, { content: 'Hello' }))).toEqual(own);
  const id = await idFrom(createQuickReply, ann, { content: 'Drink enough' });
  expect(await announced(calls(updateQuickReply, ann, { id, content: 'Drink more' }))).toEqual(own);
  expect(await announced(calls(arrangeQuickReplies, ann, { list: [{ id }] }))).toEqual(own);
  expect(await announced(calls(importQuickReplies, ann, { list: [{ content: 'Bye' }] }))).toEqual(own);
  expect(await announced(calls(importQuickReplies, ann, { list: [{ content: 'Bye' }] }))).toEqual([]);
  expect(await announced(calls(updateQuickReply, ben, { id, content: 'Stolen' }))).toEqual([]);
  expect(await announced(calls(arrangeQuickReplies, ben, { list: [{ id }] }))).toEqual([]);
  expect(await announced(calls(deleteQuickReply, ben, { id }))).toEqual([]);
  expect(await announced(calls(createQuickReply, ann, { content: '{{unknown}}' }))).toEqual([]);
  expect(await announced(calls(deleteQuickReply, ann, { id }))).toEqual(own);
});

test('a personal template is announced to its author, a use to who used it', async () => {
  expect(await announced(calls(saveTemplate, ann, template))).toEqual([`templates: ${ann.id}`]);
  const id = await idFrom(saveTemplate, ann, { ...template, name: 'Second' });
  expect(await announced(calls(saveTemplate, ann, { ...template, id, version: 1, name: 'Third' }))).toEqual([
    `templates: ${ann.id}`,
  ]);
  expect(await announced(calls(noteTemplateUse, ann, { id }))).toEqual([`templates: ${ann.id}`]);
  expect(await announced(calls(saveTemplate, ann, { ...template, id, version: 1 }))).toEqual([]);
  expect(await announced(calls(noteTemplateUse, ben, { id }))).toEqual([]);
  expect(await announced(calls(deleteTemplate, ben, { id }))).toEqual([]);
  expect(await announced(calls(deleteTemplate, ann, { id }))).toEqual([`templates: ${ann.id}`]);
});

test('a template of the department is announced to its doctors, also when it is taken back or deleted', async () => {
  const all = [`templates: ${[ann.id, ben.id].toSorted().join(' ')}`];
  const shared = { ...template, scope: 'department' };
  expect(await announced(calls(saveTemplate, ann, shared))).toEqual(all);
  const id = await idFrom(saveTemplate, ann, { ...shared, name: 'Second' });
  expect(await announced(calls(noteTemplateUse, ben, { id }))).toEqual([`templates: ${ben.id}`]);
  expect(await announced(calls(saveTemplate, ann, { ...template, id, version: 1, name: 'Second' }))).toEqual(all);
  expect(await announced(calls(saveTemplate, ann, { ...shared, id, version: 2, name: 'Second' }))).toEqual(all);
  expect(await announced(calls(saveTemplate, ben, { ...shared, id, version: 3 }))).toEqual([]);
  expect(await announced(calls(deleteTemplate, ann, { id }))).toEqual(all);
});

test('favourite medicines and diagnoses are announced to their doctor when they change', async () => {
  const drugId = await hospital.here.stock('amoxicillin', 100);
  const favourite = (as: Member, is: boolean, id = drugId) =>
    calls(setFavouriteDrug, as, { drugId: id, favourite: is });
  expect(await announced(favourite(ann, true))).toEqual([`medicines: ${ann.id}`]);
  expect(await announced(favourite(ann, true))).toEqual([]);
  expect(await announced(favourite(ben, false))).toEqual([]);
  expect(await announced(favourite(ann, true, '424242'))).toEqual([]);
  expect(await announced(favourite(ann, false))).toEqual([`medicines: ${ann.id}`]);

  const diseaseWesternId = hospital.here.fever.id;
  expect(await announced(calls(createDoctorDisease, ann, { diseaseWesternId }))).toEqual([`diagnoses: ${ann.id}`]);
  expect(await announced(calls(createDoctorDisease, ann, { diseaseWesternId }))).toEqual([]);
  expect(await announced(calls(createDoctorDisease, ann, { diseaseWesternId: '424242' }))).toEqual([]);
  const doctorDiseaseWesternId = await idFrom(createDoctorDisease, ann, { diseaseWesternId });
  expect(await announced(calls(deleteDoctorDisease, ben, { doctorDiseaseWesternId }))).toEqual([]);
  expect(await announced(calls(deleteDoctorDisease, ann, { doctorDiseaseWesternId }))).toEqual([
    `diagnoses: ${ann.id}`,
  ]);
});

test('the away message and the terms of consultations are announced to their doctor', async () => {
  const context = callContext(
    database.uow,
    { id: ann.id, hospitalId: hospital.here.hospitalId, language: 'en' },
    clock.now,
  );
  const store = async () => answerOf(await storeAwayMessage({ message: 'Back on Monday' }, context));
  expect(await announced(store)).toEqual([`away: ${ann.id}`]);
  const { id } = await hospital.here.store.add(consultConfig, { doctorId: ann.id, consultType: 1 });
  expect(await announced(calls(updateConsultConfig, ann, { id, price: 300 }))).toEqual([`services: ${ann.id}`]);
  expect(await announced(calls(updateConsultConfig, ben, { id, price: 1 }))).toEqual([]);
  const list = [
    { id, price: 400 },
    { id: '424242', price: 1 },
  ];
  expect(await announced(calls(updateConsultConfig, ann, { list }))).toEqual([]);
});

import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  deleteTemplate,
  getTemplate,
  listFavouriteDrugs,
  listTemplates,
  noteTemplateUse,
  saveTemplate,
  setFavouriteDrug,
} from '../../../contract/extension/templates.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { template } from '../../../server/db/schema/templates.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let ann: Member;
let ben: Member;
let eve: Member;
const clock = hospitalSuite((suite) => {
  ({ hospital } = suite);
});
let drugId: string;

/** Two doctors of one department and one of another, new for each test. */
beforeEach(async () => {
  [ann, ben, eve] = [await hospital.hire(false), await hospital.hire(false), await hospital.hire(false)];
  drugId = await hospital.here.stock('amoxicillin', 100);
  const dept = ann.id;
  for (const one of [ann, ben]) await hospital.here.store.change(staff, { deptId: dept }, eq(staff.id, one.id));
  await hospital.here.store.change(staff, { deptId: `${dept}9` }, eq(staff.id, eve.id));
});

const record = (treatmentAdvice: string) => ({ kind: 'record', sections: { treatmentAdvice }, diagnosisList: [] });
const setOf = (id: string) => ({
  kind: 'prescription',
  lines: [{ ...lineOf(id), quantity: null, remark: 'after meals' }],
  diagnosisList: [],
  advice: 'Drink enough, {{patient.name}}.',
});
const save = (as: Member, name: string, more: object = {}) =>
  hospital.call(saveTemplate, as, { name, scope: 'personal', content: record('Rest.'), ...more });
const idOf = (reply: { data: unknown }) => (reply.data as { id: string }).id;
const namesOf = async (as: Member, kind = 'record') =>
  ((await hospital.call(listTemplates, as, { kind })).data as { name: string }[]).map(({ name }) => name);

test('a personal template is seen by its owner alone', async () => {
  const id = idOf(await save(ann, 'Mine'));
  expect(await namesOf(ann)).toEqual(['Mine']);
  expect(await namesOf(ben)).toEqual([]);
  for (const operation of [getTemplate, deleteTemplate, noteTemplateUse])
    expect(await hospital.call(operation, ben, { id })).toMatchObject({ code: Code.notFound });
  expect(await save(ben, 'Stolen', { id, version: 1 })).toMatchObject({ code: Code.notFound });
});

test('a department template is seen by its doctors and changed by its author alone', async () => {
  const id = idOf(await save(ann, 'Ours', { scope: 'department' }));
  expect(await namesOf(ben)).toEqual(['Ours']);
  expect(await namesOf(eve)).toEqual([]);
  expect((await hospital.call(getTemplate, ben, { id })).data).toMatchObject({ own: false, content: record('Rest.') });
  expect(await save(ben, 'Other', { id, version: 1, scope: 'department' })).toMatchObject({ code: Code.forbidden });
  expect(await hospital.call(deleteTemplate, ben, { id })).toMatchObject({ code: Code.forbidden });
  expect(await hospital.call(deleteTemplate, ann, { id })).toMatchObject({ code: 200 });
  expect(await namesOf(ben)).toEqual([]);
});

test('a doctor without a department can keep a template only for themselves, and the refusal says so', async () => {
  const free = await hospital.hire(false);
  expect(await save(free, 'Ours', { scope: 'department' })).toMatchObject({
    code: Code.badRequest,
    msg: expect.stringContaining('Save it for yourself instead'),
  });
});

test('another hospital reaches no template', async () => {
  const id = idOf(await save(ann, 'Mine', { scope: 'department' }));
  const foreign = await hospital.hire(false, true, hospital.elsewhere);
  expect(await hospital.call(getTemplate, foreign, { id })).toMatchObject({ code: Code.notFound });
  expect(await hospital.call(deleteTemplate, foreign, { id })).toMatchObject({ code: Code.notFound });
  expect(
    await hospital.call(saveTemplate, foreign, { name: 'x', scope: 'personal', content: setOf(drugId) }),
  ).toMatchObject({
    code: Code.badRequest,
    data: { field: 'content.lines.0.drugId' },
  });
});

test('a name is given once among the templates of an owner, whatever its case', async () => {
  const id = idOf(await save(ann, 'Cough'));
  expect(await save(ann, ' cough ')).toMatchObject({
    code: Code.badRequest,
    msg: 'There is a template “Cough” already. Choose another name, or change that one.',
    data: { field: 'name', id, version: 1 },
  });
  expect(await save(ben, 'Cough')).toMatchObject({ code: 200 });
  expect(await save(ann, 'Cough', { scope: 'department' })).toMatchObject({ code: 200 });
  expect(await save(ann, 'Cough', { content: setOf(drugId) })).toMatchObject({ code: 200 });
  expect(await save(ann, 'COUGH', { id, version: 1 })).toMatchObject({ code: 200 });
});

test('of saves with the same name at the same time one succeeds', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => save(ann, 'Race')));
  expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(replies.filter(({ code }) => code === Code.badRequest)).toHaveLength(7);
  const colleagues = await Promise.all([ann, ben, ann, ben].map((one) => save(one, 'Race', { scope: 'department' })));
  expect(colleagues.filter(({ code }) => code === 200)).toHaveLength(1);
});

test('a change of a version that is no longer the latest is refused', async () => {
  const id = idOf(await save(ann, 'Mine'));
  const [one, other] = await Promise.all([save(ann, 'A', { id, version: 1 }), save(ann, 'B', { id, version: 1 })]);
  expect([one.code, other.code].sort()).toEqual([200, Code.badRequest]);
  expect((await hospital.call(getTemplate, ann, { id })).data).toMatchObject({ version: 2 });
});

test('a template keeps its kind', async () => {
  const id = idOf(await save(ann, 'Mine'));
  expect(await save(ann, 'Mine', { id, version: 1, content: setOf(drugId) })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'content.kind' },
  });
});

test.each(['{{patient.mobile}}', 'Dear {{ }}', 'a {{patient.name}} {{x}} b'])(
  'the unknown variable in %j is refused with its field',
  async (text) => {
    expect(await save(ann, 'Wrong', { content: record(text) })).toMatchObject({
      code: Code.badRequest,
      data: { field: 'content.sections.treatmentAdvice' },
      msg: expect.stringContaining('has an unknown variable'),
    });
  },
);

test('a refused medicine or dosage of a set is named with its line', async () => {
  const { lines, ...rest } = setOf(drugId);
  const withSecond = (patch: object) => ({ ...rest, lines: [...lines, { ...lineOf(drugId), remark: '', ...patch }] });
  const gone = withSecond({ drugId: '999999999', drugName: 'Gone' });
  expect(await save(ann, 'Gone', { content: gone })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'content.lines.1.drugId', name: 'Gone' },
  });
  expect(await save(ann, 'Long', { content: withSecond({ days: 999 }) })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'content.lines.1.days' },
  });
});

test('a diagnosis that the hospital does not have is refused with its place', async () => {
  const content = { ...record('Rest.'), diagnosisList: [{ id: '999999999', code: 'X', name: 'Gone', main: true }] };
  expect(await save(ann, 'Gone', { content })).toMatchObject({
    code: Code.badRequest,
    msg: 'The diagnosis “Gone” is not in the list of this hospital. Remove it or choose another one',
    data: { field: 'content.diagnosisList.0.id', name: 'Gone' },
  });
});

test('a diagnosis that the template has already stays, though the list has it no more', async () => {
  const id = idOf(await save(ann, 'Old'));
  const old = { ...record('Rest.'), diagnosisList: [{ id: '999999999', code: 'X', name: 'Gone', main: true }] };
  await hospital.here.store.change(template, { content: old as never }, eq(template.id, id));
  const content = { ...old, sections: { treatmentAdvice: 'Drink.' } };
  expect(await save(ann, 'Old', { id, version: 1, content })).toMatchObject({ code: 200, data: { version: 2 } });
});

test('known variables and single braces are stored', async () => {
  const text = '{{ patient.name }}, {{patient.age}}, {{patient.gender}}: {{doctor.name}} {{hospital}} {{date}} {a} {{';
  const id = idOf(await save(ann, 'Right', { content: record(text) }));
  expect((await hospital.call(getTemplate, ann, { id })).data).toMatchObject({ content: record(text) });
});

test('templates are limited in number and in size', async () => {
  expect(await save(ann, 'x'.repeat(61))).toMatchObject({ code: Code.badRequest });
  expect(await save(ann, 'Long', { content: record('x'.repeat(5_001)) })).toMatchObject({ code: Code.badRequest });
  const row = { authorId: ann.id, deptId: null, kind: 'record', createTime: clock.now, updateTime: clock.now } as const;
  await hospital.here.store.addAll(
    template,
    Array.from({ length: 200 }, (_, n) => ({ ...row, name: `T${n}`, content: record('Rest.') as never })),
  );
  expect(await save(ann, 'One more')).toMatchObject({
    code: Code.badRequest,
    msg: expect.stringContaining('200'),
  });
});

test('what a doctor used last comes first for this doctor', async () => {
  const first = idOf(await save(ann, 'First', { scope: 'department' }));
  clock.now += 1_000;
  await save(ann, 'Second', { scope: 'department' });
  expect(await namesOf(ben)).toEqual(['Second', 'First']);
  await hospital.call(noteTemplateUse, ben, { id: first });
  await hospital.call(noteTemplateUse, ben, { id: first });
  expect(await namesOf(ben)).toEqual(['First', 'Second']);
  expect(await namesOf(ann)).toEqual(['Second', 'First']);
  expect((await hospital.call(getTemplate, ben, { id: first })).data).toMatchObject({ uses: 2 });
});

test("a set names its medicines in the reader's language, not as its author's browser sent them", async () => {
  await save(ann, 'Set', { content: setOf(drugId) });
  const [inEnglish] = (await hospital.call(listTemplates, ann, { kind: 'prescription' })).data as object[];
  expect(inEnglish).toMatchObject({ drugs: ['amoxicillin'] });
  const { id, code, name } = hospital.here.fever;
  const content = { ...record('Rest.'), diagnosisList: [{ id, code, name, main: true }] };
  const fever = idOf(await save(ann, 'Fever', { content }));
  expect((await hospital.call(getTemplate, ann, { id: fever })).data).toMatchObject({
    content: { diagnosisList: [{ name: 'Fever' }] },
  });
});

test('favourites of the pharmacy come with stock and price, the latest first', async () => {
  const other = await hospital.here.stock('ibuprofen', 0);
  const star = (id: string, favourite: boolean, as = ann) =>
    hospital.call(setFavouriteDrug, as, { drugId: id, favourite });
  const listed = async (as = ann, warehouseId = hospital.warehouseId) =>
    (await hospital.call(listFavouriteDrugs, as, { warehouseId })).data as {
      drugIds: string[];
      drugs: { drugId: string; stock: number }[];
    };
  await star(drugId, true);
  clock.now += 1;
  await Promise.all([star(other, true), star(other, true)]);
  expect((await listed()).drugs).toMatchObject([
    { drugId: other, stock: 0 },
    { drugId, stock: 100 },
  ]);
  expect((await listed(ben)).drugIds).toEqual([]);
  expect(await listed(ann, '999999')).toMatchObject({ drugIds: [other, drugId], drugs: [] });
  await star(drugId, false);
  expect((await listed()).drugIds).toEqual([other]);
  const foreign = await hospital.hire(false, true, hospital.elsewhere);
  expect(await star(drugId, true, foreign)).toMatchObject({ code: Code.notFound });
});

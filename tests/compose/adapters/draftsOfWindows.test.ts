import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import * as z from 'zod/mini';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Api } from '../../../contract/catalogue.ts';
import type { CaseFields, CaseInfo } from '../../../contract/http/record.ts';
import { CaseId, DiseaseId, RequestId } from '../../../contract/ids.ts';
import { createPrescriptionMachine, createRecordMachine } from '../../../src/compose/adapters/documents.ts';
import { type DraftKey, draftKey } from '../../../src/domain/drafts.ts';
import { emptyRecord, RecordDraft } from '../../../src/domain/record.ts';
import { completeDraft } from '../../support/clinical.ts';
import { type DraftPage, draftPages } from '../../support/draftPages.ts';
import { order } from '../../support/order.ts';
import { rx } from '../../support/prescriptionsOf.ts';

const one = order('1', { status: 20 });
const ids = { orderId: one.id, patientId: one.patient.id };
const saved: CaseFields = {
  ...emptyRecord,
  chiefComplaint: 'Cough for three days',
  presentIllness: 'Dry cough',
  treatmentAdvice: 'Rest, fluids',
  diagnosisList: [{ id: DiseaseId.parse('1'), code: 'J20.9', name: 'Acute bronchitis', main: true }],
};

/** A platform with one record that windows save and other devices change. */
function recordPlatform() {
  const platform = {
    record: { ...saved, ...ids, id: CaseId.parse('5'), status: 0, version: 1, updateTime: 1 } as CaseInfo,
  };
  const save = async (sent: CaseFields & { status: number; version: number }) => {
    platform.record = { ...platform.record, ...sent, version: sent.version + 1 };
    return { ok: true, data: { id: '5', version: platform.record.version, updateTime: 2 } };
  };
  const api = { getCase: async () => ({ ok: true, data: platform.record }), saveCase: save } as unknown as Api;
  return { platform, api };
}

async function recordIn({ book }: DraftPage, api: Api) {
  const actor = createActor(createRecordMachine({ api, drafts: book, onSigned: () => {} }), { input: ids }).start();
  await waitFor(actor, (now) => !now.matches('loading'));
  return actor;
}

const recordKey = draftKey('record', one.id);
const recordTexts = ({ book }: DraftPage) =>
  book.copies(recordKey).value.map(({ value }) => (value as { fields: CaseFields }).fields.presentIllness);

/** Closes a window once the disk has what it wrote. */
async function closes({ book, vault, close }: DraftPage, key: DraftKey) {
  const savedAt = book.draft(key).value?.savedAt;
  await expect.poll(() => vault.get('draft', key, z.unknown())).toMatchObject({ savedAt });
  close();
}

/** One window has the record open; another one wrote text that was not saved, and was closed. */
async function leftBesideOpenRecord() {
  const openPage = draftPages();
  const { platform, api } = recordPlatform();
  const here = openPage('here');
  const actor = await recordIn(here, api);
  const other = openPage('other');
  other.book.write(recordKey, { fields: { ...saved, presentIllness: 'Fever since Tuesday' }, version: 1 });
  await closes(other, recordKey);
  expect(recordTexts(here)).toEqual(['Fever since Tuesday']);
  return { openPage, platform, here, actor };
}

test('a record that is read again leaves the text of a closed window, whatever is typed and saved here', async () => {
  const { platform, here, actor } = await leftBesideOpenRecord();
  platform.record = { ...platform.record, pastHistory: 'Asthma', version: 2 };
  actor.send({ type: 'stored.changed', version: null, status: null });
  await waitFor(actor, (now) => now.context.version === 2 && now.matches({ open: 'clean' }));
  actor.send({ type: 'field.changed', patch: { pastHistory: 'Asthma as a child' } });
  actor.send({ type: 'save.requested' });
  await waitFor(actor, (now) => now.matches({ open: 'clean' }));
  expect(recordTexts(here)).toEqual(['Fever since Tuesday']);
  const left = { value: { fields: { presentIllness: 'Fever since Tuesday' } }, others: [] };
  await expect.poll(() => here.vault.get('draft', recordKey, z.unknown())).toMatchObject(left);
});

test('a record that is read again and signed leaves the text of a closed window', async () => {
  const { here, actor } = await leftBesideOpenRecord();
  actor.send({ type: 'stored.changed', version: null, status: null });
  await waitFor(actor, (now) => now.matches({ open: 'clean' }));
  actor.send({ type: 'sign.requested' });
  await waitFor(actor, (now) => now.matches({ signed: 'known' }));
  expect(recordTexts(here)).toEqual(['Fever since Tuesday']);
});

test('both versions are shown of an older text too, after a later one that was saved meanwhile', async () => {
  const { openPage, platform, here, actor } = await leftBesideOpenRecord();
  const later = openPage('later');
  later.book.write(recordKey, { fields: saved, version: 1 });
  await later.book.read(recordKey, RecordDraft);
  expect(recordTexts(here)).toEqual(['Dry cough', 'Fever since Tuesday']);
  later.book.write(recordKey, { fields: saved, version: 1 });
  await closes(later, recordKey);
  actor.stop();
  here.close();
  const next = openPage('next');
  await next.book.read(recordKey, RecordDraft);
  const { api } = recordPlatform();
  const again = await recordIn(next, api);
  expect(again.getSnapshot().matches({ open: 'clean' })).toBe(true);
  expect(recordTexts(next)).toEqual(['Fever since Tuesday']);
  again.send({ type: 'comparison.requested' });
  await waitFor(again, (now) => now.matches({ open: 'conflict' }));
  expect(again.getSnapshot().context.fields.presentIllness).toBe('Fever since Tuesday');
  expect(platform.record.presentIllness).toBe('Dry cough');
});

const rxKey = draftKey('prescription', one.id);
const rxTexts = ({ book }: DraftPage) =>
  book.copies(rxKey).value.map(({ value }) => (value as typeof completeDraft).advice);

test('a prescription begun anew leaves the text of another window that was not sent', async () => {
  const openPage = draftPages();
  const platform = { rx: rx('7', 'Wang Min', { orderId: one.id }) };
  const api = {
    listPrescriptions: async () => ({ ok: true, data: { list: [platform.rx], total: 1 } }),
    getPrescription: async () => ({ ok: true, data: platform.rx }),
    checkPrescription: async () => ({ ok: true, data: { available: true, hits: [] } }),
  } as unknown as Api;
  const other = openPage('other');
  other.book.write(rxKey, { ...completeDraft, advice: 'Drink plenty' });
  await closes(other, rxKey);
  const here = openPage('here');
  const requestId = RequestId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f');
  const machine = createPrescriptionMachine({ api, drafts: here.book, newRequestId: () => requestId });
  const actor = createActor(machine, { input: { orderId: one.id } }).start();
  await waitFor(actor, (now) => now.hasTag('issued'));
  platform.rx = { ...platform.rx, status: PrescriptionStatus.rejected, version: 4 };
  const { id, version, status } = platform.rx;
  actor.send({ type: 'status.changed', ...{ id, version, status }, updateTime: null });
  await waitFor(actor, (now) => now.matches({ issued: 'rejected' }));
  actor.send({ type: 'prescription.started', draft: { ...completeDraft, advice: 'Sleep' } });
  await waitFor(actor, (now) => now.hasTag('writable'));
  expect(rxTexts(here).toSorted()).toEqual(['Drink plenty', 'Sleep']);
});

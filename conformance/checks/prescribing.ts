import * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import { screenDrugs } from '../../contract/extension/check.ts';
import { prescriptionVersions } from '../../contract/extension/versions.ts';
import {
  cancelPrescription,
  createPrescription,
  editPrescription,
  getPrescription,
  listPrescriptions,
  RxRefusal,
} from '../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { InputOf } from '../../contract/operation.ts';
import { checkWhole, lineOf, reasonsFor } from '../../simulator/consultations.ts';
import type { Group } from '../check.ts';
import { equal, mustRefuse, needed } from '../finding.ts';
import { mustFit } from '../http.ts';
import type { World } from '../world.ts';
import { findMedicine } from './reading.ts';
import { mainDiagnosis } from './records.ts';

type Creation = InputOf<typeof createPrescription>;

/** A prescription of the given medicine, with reasons for what the checks find. */
export async function prescription(world: World, submit: boolean): Promise<Creation> {
  const doctor = await world.treating();
  const { medicine, warehouseId } = await findMedicine(world);
  const diagnosisList = await mainDiagnosis(world);
  const written = { orderId: world.accepted().id, warehouseId, diagnosisList, lines: [lineOf(medicine)] };
  const { available, hits, content } = await checkWhole(doctor.call, written);
  equal(available, true, 'the checks could not run');
  const blocks = hits.filter(({ level }) => level === 'block').map(({ ruleCode }) => ruleCode);
  needed(
    blocks.length === 0 || null,
    `the medicine is blocked for this patient (${blocks}): name another with --medicine`,
  );
  return { ...content, overrides: reasonsFor(hits), submit, clientRequestId: world.newRequestId() };
}

const Created = createPrescription.reply;

/** The draft that this run wrote; checks after the first one change it. */
async function draftOf(world: World): Promise<{ id: PrescriptionId; version: number }> {
  const doctor = await world.treating();
  const query = { orderId: world.accepted().id, pageNo: 1, pageSize: 50 };
  const { list } = await doctor.call(listPrescriptions, query);
  return needed(
    list.find(({ status }) => status === 0),
    'needs a stored draft',
  );
}

/** Prescriptions: one intent makes one prescription, and no version is written over. */
export const prescribing: Group = {
  name: 'Prescription',
  core: true,
  checks: [
    {
      rule: 'three requests with one clientRequestId at the same moment make one prescription',
      async run(world) {
        const doctor = await world.treating();
        const input = await prescription(world, false);
        const made = await Promise.all([1, 2, 3].map(() => doctor.call(createPrescription, input)));
        equal(new Set(made.map(({ id }) => id)).size, 1, 'they made several');
        const read = await doctor.call(getPrescription, { id: made[0]?.id as PrescriptionId });
        equal([read.lines.length, read.orderId], [1, input.orderId], 'the stored content differs');
      },
    },
    {
      rule: 'a line that cannot be is refused with its index and field, and nothing is stored',
      async run(world) {
        const doctor = await world.treating();
        const input = await prescription(world, true);
        const lines = input.lines.map((line) => ({ ...line, frequency: 'no-such-frequency' }));
        const { code, data } = await doctor.ask(createPrescription, { ...input, lines });
        equal(code, Code.prescriptionLinesRefused, `code ${code}`);
        mustFit(RxRefusal, data, 'the refusal');
        equal(z.parse(RxRefusal, data).lineErrors[0]?.index, 0, 'the line is not named');
      },
    },
    {
      rule: 'an edit against an old version is refused',
      async run(world) {
        const doctor = await world.treating();
        const { id, version } = await draftOf(world);
        const { orderId: _, ...content } = await prescription(world, false);
        await doctor.call(editPrescription, { ...content, id, version });
        const again = { ...content, id, version, clientRequestId: world.newRequestId() };
        const { code } = await doctor.ask(editPrescription, again);
        equal(code, Code.prescriptionChanged, `code ${code}`);
      },
    },
    {
      rule: 'another doctor neither reads nor cancels it, and it looks like one that does not exist',
      async run(world) {
        const other = await world.other();
        const { id, version } = await draftOf(world);
        const foreign = await other.ask(getPrescription, { id });
        const absent = await other.ask(getPrescription, { id: '999999999' });
        mustRefuse(foreign.code, 'it can be read');
        equal(foreign.code, absent.code, `code ${foreign.code}, but ${absent.code} for one that does not exist`);
        const cancelled = await other.ask(cancelPrescription, { id, version, reason: 'Not mine' });
        mustRefuse(cancelled.code, 'it can be cancelled');
      },
    },
    {
      rule: 'a cancelled prescription cannot be edited',
      async run(world) {
        const doctor = await world.treating();
        const { id, version } = await draftOf(world);
        await doctor.call(cancelPrescription, { id, version, reason: 'Conformance check' });
        const { orderId: _, ...content } = await prescription(world, false);
        const { version: now } = await doctor.call(getPrescription, { id });
        const { code } = await doctor.ask(editPrescription, { ...content, id, version: now });
        equal(code, Code.prescriptionStatusRefused, `code ${code}`);
      },
    },
    {
      rule: 'medicines of a search are screened for the patient',
      async run(world) {
        const doctor = await world.treating();
        const { medicine, warehouseId } = await findMedicine(world);
        const wanted = { orderId: world.accepted().id, warehouseId, lines: [], drugIds: [medicine.drugId] };
        const screened = await doctor.call(screenDrugs, wanted);
        const others = screened.filter(({ drugId }) => drugId !== medicine.drugId).map(({ drugId }) => drugId);
        equal(others, [], 'another medicine is answered');
      },
    },
    {
      rule: 'a submitted prescription waits for its review',
      async run(world) {
        const doctor = await world.treating();
        const { id, status, auditStatus } = await doctor.call(createPrescription, await prescription(world, true));
        equal([status, auditStatus], [10, 0], `status ${status}, review status ${auditStatus}`);
        world.submitted = id;
        mustFit(Created.shape.id, id, 'its id');
        const versions = await doctor.call(prescriptionVersions, { id });
        const rejections = versions.map(({ rejection }) => rejection);
        equal(rejections, [null], `it has ${versions.length} versions instead of 1`);
      },
    },
  ],
};

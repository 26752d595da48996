import { Code } from '../../contract/envelope.ts';
import { refuseOrder } from '../../contract/extension/consult.ts';
import {
  patientCancelOrder,
  patientCreateOrder,
  patientDisputeOrder,
  patientDoctors,
  patientLogin,
  patientOrders,
  patientRateOrder,
} from '../../contract/extension/patient.ts';
import { patientDoctorHours } from '../../contract/extension/schedule.ts';
import { awaitList, pushMessage } from '../../contract/http/consult.ts';
import type { Group } from '../check.ts';
import { equal, needed } from '../finding.ts';
import type { World } from '../world.ts';

const absent = '999999999';

/** A new order of the patient, after that of the shared consultation has ended. */
async function newOrder(world: World) {
  const patient = await world.patient();
  const { consultType } = world.accepted();
  const open = (await patient.call(patientOrders, {})).filter(({ status }) => status < 30);
  needed(open.length === 0 || null, 'the patient has an open consultation');
  return patient.call(patientCreateOrder, { consultType, chiefComplaint: 'Conformance check: withdrawn at once' });
}

const waitingOrder = async (world: World, id: string) =>
  (await (await world.person('doctor')).call(awaitList, {})).find((one) => one.id === id);

/** This product's calls for patients, after the shared consultation. */
export const patients: Group = {
  name: 'Patient',
  checks: [
    {
      rule: 'a patient sees the doctors, their hours and the own orders',
      async run(world) {
        const patient = await world.patient();
        await patient.call(patientDoctors, { consultType: 1 });
        await patient.call(patientDoctorHours, {});
        await patient.call(patientOrders, {});
      },
    },
    {
      rule: 'an unknown patient gets no tokens, and an order that does not exist no change',
      async run(world) {
        const { http } = world;
        const patient = await world.patient();
        const stranger = { mobile: '10000000000', password: 'not-the-password' };
        // Earlier wrong passwords from this network may be answered with a puzzle.
        const reply = await http.ask(patientLogin, stranger);
        http.refusedWith(patientLogin, reply, Code.wrongPassword, Code.captchaRequired);
        await patient.refused(patientCancelOrder, { id: absent }, Code.notFound);
        await patient.refused(patientDisputeOrder, { id: absent, reason: 'Conformance check' }, Code.notFound);
        await patient.refused(patientRateOrder, { id: absent, stars: 5 }, Code.notFound);
      },
    },
    {
      rule: 'a finished consultation is rated with one to five stars',
      async run(world) {
        const patient = await world.patient();
        const { id } = world.accepted();
        await patient.refused(patientRateOrder, { id, stars: 6 }, Code.badRequest);
        await patient.call(patientRateOrder, { id, stars: 5, comment: 'Conformance check' });
      },
    },
    {
      rule: 'a waiting patient is reminded once, then refused by a doctor, and is no longer in the list',
      async run(world) {
        const doctor = await world.person('doctor');
        const { id } = await newOrder(world);
        await doctor.call(pushMessage, { orderId: id });
        await doctor.refused(pushMessage, { orderId: id }, Code.remindTooSoon);
        const order = needed(await waitingOrder(world, id), 'the new order is not in the waiting list');
        await doctor.call(refuseOrder, { id: order.id, version: order.version, reasonCode: 'other' });
        equal(await waitingOrder(world, id), undefined, 'it is still in the waiting list');
        await doctor.refused(pushMessage, { orderId: id }, Code.orderStatusRefused, Code.notFound);
      },
    },
    {
      rule: 'a waiting order is cancelled by its patient, and no longer in the list',
      async run(world) {
        const patient = await world.patient();
        const { id } = await newOrder(world);
        await patient.call(patientCancelOrder, { id });
        equal(await waitingOrder(world, id), undefined, 'it is still in the waiting list');
      },
    },
  ],
};

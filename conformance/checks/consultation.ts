import { Code, isSuccess } from '../../contract/envelope.ts';
import { acceptOrder, setNoAnswer } from '../../contract/extension/consult.ts';
import { getPatientFacts, type PatientFact, savePatientFacts } from '../../contract/extension/facts.ts';
import {
  awaitList,
  type ConsultOrder,
  electronicMedicalRecords,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
  pushMessage,
} from '../../contract/http/consult.ts';
import { prescriptionHistory } from '../../contract/http/prescription.ts';
import { AwaitingChanged, DoneAck } from '../../contract/socket.ts';
import type { Group } from '../check.ts';
import { equal, must, mustRefuse, NotChecked, needed } from '../finding.ts';
import type { World } from '../world.ts';

/** How much about a patient would keep the checks from prescribing an ordinary medicine; a child counts most. */
function obstaclesFor({ patient }: ConsultOrder): number {
  const { age, allergy, pregnant, lactating, liver, kidney, facts } = patient;
  const isAdult = age >= 18 && age < 65;
  const known = [allergy, pregnant === 1, lactating === 1, liver, kidney].filter(Boolean).length;
  return (isAdult ? 0 : 100) + 10 * known + (facts?.length ?? 0);
}

/** A patient who waits: a new one if a patient account is given, else one who waits already. */
async function waiting(world: World): Promise<ConsultOrder> {
  const doctor = await world.person('doctor');
  if (world.given.patient) {
    const phone = await world.phone();
    const open = (await phone.orders()).find(({ status }) => status < 30);
    if (open && open.status !== 10) throw new NotChecked('the patient is in a consultation already: end it first');
    const { id } = open ?? (await phone.opensOrder('Conformance check: cough for three days'));
    if (open) await phone.follows(open.conversationId);
    const order = (await doctor.call(awaitList, {})).find((one) => one.id === id);
    must(order !== undefined, 'the new order is not in the waiting list', order, 'the order');
    return order;
  }
  const candidates = (await doctor.call(awaitList, {})).filter(({ doctorId }) => !doctorId);
  const [best] = candidates.toSorted((one, other) => obstaclesFor(one) - obstaclesFor(other));
  return needed(best, 'needs a waiting patient, or --patient');
}

/** Taking a patient: exactly one doctor gets them. */
export const consultation: Group = {
  name: 'Consultation',
  core: true,
  checks: [
    {
      rule: 'of two doctors who accept one patient at the same moment, exactly one gets them; the other is told',
      async run(world) {
        const [doctor, second] = await Promise.all([world.person('doctor'), world.person('secondDoctor')]);
        const link = await world.link('secondDoctor');
        await link.ask('awaiting:watch', {}, DoneAck);
        const order = await waiting(world);
        const input = { id: order.id, version: order.version };
        const answers = await Promise.all([doctor.ask(acceptOrder, input), second.ask(acceptOrder, input)]);
        const won = answers.map(({ code }) => code !== null && isSuccess(code));
        equal(won.filter(Boolean).length, 1, `${won.filter(Boolean).length} doctors got the patient`);
        world.winner = won[0] ? 'doctor' : 'secondDoctor';
        const [accepted, refused] = won[0] ? answers : ([answers[1], answers[0]] as const);
        world.order = world.http.accepted(acceptOrder, accepted);
        world.http.refusedWith(acceptOrder, refused, Code.orderTaken);
      },
    },
    {
      rule: 'everybody who watches the waiting list is told who took the patient',
      async run(world) {
        const { id } = world.accepted();
        const link = await world.link('secondDoctor');
        await link.hears(
          'awaiting:changed',
          AwaitingChanged,
          (event) => event.orderId === id && event.change === 'taken',
        );
      },
    },
    {
      rule: 'a taken patient is in the list of their doctor and no longer in that of others',
      async run(world) {
        const { id } = world.accepted();
        const own = await (await world.treating()).call(awaitList, {});
        must(
          own.some((one) => one.id === id),
          'missing in the list of their doctor',
          own.map((one) => one.id),
          `a list with ${id}`,
        );
        const others = await (await world.other()).call(awaitList, {});
        equal(
          others.filter((one) => one.id === id),
          [],
          'still in the list of another doctor',
        );
      },
    },
    {
      rule: 'the order, the history and the earlier records of the patient have the shapes of the contract',
      async run(world) {
        const doctor = await world.treating();
        const { id, patient } = world.accepted();
        const detail = await doctor.call(orderDetail, { id });
        equal(detail.patient.id, patient.id, 'the order belongs to another patient');
        await doctor.call(getPersonalHistory, { orderId: id });
        await doctor.call(prescriptionHistory, { patientId: patient.id, pageNo: 1, pageSize: 10 });
        const { list } = await doctor.call(medicalRecordList, { patientId: patient.id, pageNo: 1, pageSize: 10 });
        const [visit] = list;
        if (visit) await doctor.call(electronicMedicalRecords, { patientId: patient.id, visitNo: visit.visitNo });
      },
    },
    {
      rule: 'the patient is reminded once, by the doctor of the consultation',
      async run(world) {
        const { id: orderId } = world.accepted();
        await (await world.other()).refused(pushMessage, { orderId }, Code.notFound, Code.orderTaken, Code.forbidden);
        const doctor = await world.treating();
        await doctor.call(pushMessage, { orderId });
        await doctor.refused(pushMessage, { orderId }, Code.remindTooSoon);
      },
    },
    {
      rule: 'only the doctor of the consultation says whether messages need no answer, and only of messages that exist',
      async run(world) {
        const { id } = world.accepted();
        const doctor = await world.treating();
        const answered = await doctor.call(setNoAnswer, { id, until: null });
        equal(answered.id, id, 'another consultation is answered');
        await doctor.refused(setNoAnswer, { id, until: 0 }, Code.notFound);
        const foreign = { id, until: null };
        await (await world.other()).refused(setNoAnswer, foreign, Code.notFound, Code.orderTaken, Code.forbidden);
      },
    },
    {
      rule: 'a statement about the patient is stored, and kept as ended after it was withdrawn',
      async run(world) {
        const doctor = await world.treating();
        const { id: orderId } = world.accepted();
        await doctor.call(getPatientFacts, { orderId });
        const name = `Conformance check ${Date.now()}`;
        const value = { kind: 'medicine' as const, genericCode: null, name, dose: '' };
        const added = await doctor.call(savePatientFacts, {
          orderId,
          changes: [{ op: 'add', value, origin: 'doctor' }],
        });
        const isThis = (fact: PatientFact) => fact.value.kind === 'medicine' && fact.value.name === name;
        const { id } = needed(added.current.find(isThis), 'the statement is not among the current ones');
        const reason = 'Conformance check';
        const ended = await doctor.call(savePatientFacts, { orderId, changes: [{ op: 'withdraw', id, reason }] });
        equal([ended.current.some(isThis), ended.ended.some(isThis)], [false, true], 'it is not kept as ended');
      },
    },
    {
      rule: "a doctor reads nothing of another doctor's consultation, and it looks like one that does not exist",
      async run(world) {
        const { id } = world.accepted();
        const other = await world.other();
        const foreign = await other.ask(orderDetail, { id });
        mustRefuse(foreign.code, 'it can be read');
        const absent = await other.ask(orderDetail, { id: '999999999' });
        equal(foreign.code, absent.code, `code ${foreign.code}, but ${absent.code} for one that does not exist`);
      },
    },
  ],
};

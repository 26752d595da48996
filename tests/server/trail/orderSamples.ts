import { randomUUID } from 'node:crypto';
import { newMessageId } from '../../support/messageId.ts';
import type { TrailWorld } from '../../support/trailWorld.ts';
import { own, type Sample } from './sample.ts';

/** Calls of doctors and patients about orders, each with what it needs to succeed. */
export const orderSamples = (world: TrailWorld) => {
  const aRecord = (orderId: string, patientId: string) => ({
    ...world.wholeRecord,
    orderId,
    patientId,
    status: 0,
    version: 0,
  });
  const message = (conversationId: string) => ({
    clientMessageId: newMessageId(),
    conversationId,
    type: 101,
    content: '{"content":"hello"}',
  });
  const piece = { size: 10_000, offset: 0, name: 'a.png' };

  return {
    awaitList: async () => ({ as: (await world.waiting()).doctor }),
    pageOrders: async () => ({ as: (await world.running()).doctor }),
    orderDetail: async () => {
      const order = await world.running();
      return own(order, { id: order.orderId });
    },
    acceptOrder: async () => {
      const order = await world.waiting();
      return own(order, { id: order.orderId });
    },
    refuseOrder: async () => {
      const order = await world.waiting();
      return own(order, { id: order.orderId, reasonCode: 'other' });
    },
    finishOrder: async () => {
      const order = await world.running();
      return own(order, { id: order.orderId });
    },
    setNoAnswer: async () => {
      const order = await world.running();
      return own(order, { id: order.orderId, until: null });
    },
    pushMessage: async () => {
      const order = await world.waiting();
      return own(order, { orderId: order.orderId });
    },
    addCaseAddendum: async () => {
      const { doctor, patient, orderId } = await world.running();
      await world.data('saveCase', doctor, { ...aRecord(orderId, patient.id), status: 1 });
      return own({ doctor, patient }, { orderId, reason: 'Result came', text: 'x', clientRequestId: randomUUID() });
    },
    getPersonalHistory: async () => {
      const order = await world.running();
      return own(order, { patientId: order.patient.id });
    },
    medicalRecordList: async () => {
      const order = await world.visited();
      return own(order, { patientId: order.patient.id, pageNo: 1, pageSize: 10 });
    },
    electronicMedicalRecords: async () => {
      const order = await world.visited();
      return own(order, { patientId: order.patient.id, visitNo: 'V1' });
    },
    getPatientFacts: async () => {
      const order = await world.running();
      return own(order, { orderId: order.orderId });
    },
    savePatientFacts: async () => {
      const order = await world.running();
      const change = { op: 'add', origin: 'doctor', value: { kind: 'weight', kg: 61 } };
      return own(order, { orderId: order.orderId, changes: [change] });
    },
    saveCase: async () => {
      const order = await world.running();
      return own(order, aRecord(order.orderId, order.patient.id));
    },
    getCase: async () => {
      const order = await world.running();
      await world.data('saveCase', order.doctor, aRecord(order.orderId, order.patient.id));
      return own(order, { orderId: order.orderId });
    },
    createPrescription: async () => {
      const order = await world.running();
      const content = { ...world.prescribed, submit: false, clientRequestId: randomUUID() };
      return own(order, { orderId: order.orderId, ...content });
    },
    editPrescription: async () => {
      const rx = await world.prescription(false);
      const content = { ...world.prescribed, submit: false, clientRequestId: randomUUID() };
      return own(rx, { id: rx.rxId, version: rx.version, ...content });
    },
    cancelPrescription: async () => {
      const rx = await world.prescription(true);
      return own(rx, { id: rx.rxId, version: rx.version, reason: 'wrong' });
    },
    checkPrescription: async () => {
      const order = await world.running();
      return own(order, { orderId: order.orderId, ...world.prescribed });
    },
    screenDrugs: async () => {
      const order = await world.running();
      const { warehouseId, lines } = world.prescribed;
      return own(order, { orderId: order.orderId, warehouseId, lines: [], drugIds: lines.map(({ drugId }) => drugId) });
    },
    dueWork: async () => {
      const { doctor, orderId } = await world.running();
      await world.data('finishOrder', doctor, { id: orderId });
      return { as: doctor };
    },
    listPrescriptions: async () => ({
      as: (await world.prescription(false)).doctor,
      input: { pageNo: 1, pageSize: 10 },
    }),
    getPrescription: async () => {
      const rx = await world.prescription(true);
      return own(rx, { id: rx.rxId });
    },
    prescriptionVersions: async () => {
      const rx = await world.prescription(true);
      return own(rx, { id: rx.rxId });
    },
    prescriptionHistory: async () => {
      const rx = await world.prescription(true);
      return own(rx, { patientId: rx.patient.id, pageNo: 1, pageSize: 10 });
    },
    queryImMessages: async () => {
      const order = await world.running();
      return own(order, { conversationId: order.conversationId, afterSeq: 0 });
    },
    pullMessages: async () => {
      const order = await world.running();
      return own(order, { cursors: { [order.conversationId]: 0 } });
    },
    readMessages: async () => {
      const order = await world.running();
      const { seq } = await world.data<{ seq: number }>('sendMessage', order.patient, message(order.conversationId));
      return own(order, { conversationId: order.conversationId, readUpTo: seq });
    },
    sendMessage: async () => {
      const order = await world.running();
      return own(order, message(order.conversationId));
    },
    uploadFile: async () => ({ as: await world.person.doctor() }),
    uploadPart: async () => ({ as: await world.person.doctor(), input: { ...piece, uploadId: randomUUID() } }),
    uploadProgress: async () => ({ as: await world.person.doctor(), input: { uploadId: randomUUID() } }),
    cancelUpload: async () => ({ as: await world.person.doctor(), input: { uploadId: randomUUID() } }),
    signFile: async () => {
      const as = await world.person.doctor();
      return { as, input: { url: (await world.data<{ url: string }>('uploadFile', as)).url } };
    },
    patientCreateOrder: async () => {
      const as = await world.patient();
      return { as, input: { consultType: 1, chiefComplaint: 'cough' }, patientId: as.id };
    },
    patientOrders: async () => ({ as: (await world.waiting()).patient }),
    patientCancelOrder: async () => {
      const { patient, orderId } = await world.waiting();
      return { as: patient, input: { id: orderId }, patientId: patient.id };
    },
    patientDisputeOrder: async () => {
      const { patient, orderId } = await world.running();
      return { as: patient, input: { id: orderId, reason: 'nobody answers' }, patientId: patient.id };
    },
    patientRateOrder: async () => {
      const { patient, doctor, orderId } = await world.running();
      await world.data('finishOrder', doctor, { id: orderId });
      return { as: patient, input: { id: orderId, stars: 5 }, patientId: patient.id };
    },
  } satisfies Record<string, () => Promise<Sample>>;
};

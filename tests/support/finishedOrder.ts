import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { order, startOfTest } from './fakeApp.tsx';
import { rx } from './prescriptionsOf.ts';

/** A finished consultation with one prescription. */
export const finishedOrder = {
  ...order('1', 'Zhang San', { status: OrderStatus.finished, acceptTime: startOfTest }),
  attachments: [],
  prescriptionIds: ['8'],
};

/** Its signed record. */
const record = {
  orderId: '1',
  patientId: 'p1',
  status: 1,
  version: 2,
  updateTime: startOfTest,
  doctorName: 'Lin Yue',
  chiefComplaint: 'Headache for two days',
  presentIllness: 'Came slowly',
  pastHistory: '',
  allergyHistory: 'None',
  physicalExam: '',
  auxiliaryExam: '',
  treatmentAdvice: 'Rest',
  diagnosisList: [{ id: '1', code: 'G44.2', name: 'Tension headache', main: true }],
};

/** What the platform answers about its documents. */
export const documentAnswers = {
  getCase: () => record,
  getPrescription: () => rx('8', 'Zhang San', { status: 20 }),
};

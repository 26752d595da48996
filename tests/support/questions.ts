import { type OpenQuestion, OpenQuestion as Shape } from '../../contract/extension/reviewQuestions.ts';
import { startOfTest } from './fakeApp.tsx';

/** A question about the prescription of order 1, asked two minutes before the test begins. */
export const openQuestion = (patch: Record<string, unknown> = {}): OpenQuestion =>
  Shape.parse({
    id: '71',
    prescriptionId: '9',
    version: 1,
    author: { id: '31', name: 'Pharmacist Zhou' },
    text: 'Is 500 mg meant?',
    askTime: startOfTest - 120_000,
    finding: null,
    answer: null,
    closed: null,
    orderId: '1',
    conversationId: 'c1',
    prescriptionNo: 'RX0009',
    patientName: 'Zhang San',
    expireTime: startOfTest + 24 * 3_600_000,
    ...patch,
  });

/** A finding that the doctor continued past, with the doctor's reason. */
export const askedFinding = {
  ruleCode: 'supplyDays',
  level: 'warn',
  lineIndex: 0,
  needReason: true,
  params: { days: 10, max: 7 },
  reason: 'Travels abroad',
} as const;

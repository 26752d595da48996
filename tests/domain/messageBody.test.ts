import { expect, test } from 'vitest';
import { MessageType } from '../../contract/im.ts';
import { readBody, textContent } from '../../src/domain/messageBody.ts';

test.each([
  [MessageType.text, textContent('Hello'), { kind: 'text', text: 'Hello' }],
  [
    MessageType.image,
    JSON.stringify({ url: '/f/1', width: 4, height: 3, size: 9 }),
    { kind: 'image', url: '/f/1', thumbnailUrl: null, width: 4, height: 3, name: null },
  ],
  [
    MessageType.voice,
    JSON.stringify({ url: '/f/2', duration: 2.5, size: 1 }),
    { kind: 'voice', url: '/f/2', durationS: 2.5 },
  ],
  [
    MessageType.file,
    JSON.stringify({ url: '/f/3', name: 'a.pdf', size: 7, type: 'application/pdf' }),
    { kind: 'file', url: '/f/3', name: 'a.pdf', sizeBytes: 7, type: 'application/pdf' },
  ],
  [
    MessageType.notice,
    JSON.stringify({ code: 'order.accepted', text: 'Accepted' }),
    { kind: 'notice', code: 'order.accepted', params: {}, text: 'Accepted' },
  ],
  [
    MessageType.prescriptionCard,
    JSON.stringify({ prescriptionId: 12, prescriptionNo: 'RX1' }),
    { kind: 'prescription', prescriptionId: '12', prescriptionNo: 'RX1' },
  ],
  [
    MessageType.caseCard,
    JSON.stringify({ orderId: 'o1', summary: 'Cold' }),
    { kind: 'case', orderId: 'o1', summary: 'Cold' },
  ],
  [
    MessageType.patientCard,
    JSON.stringify({ name: 'Li', chiefComplaint: 'Cough' }),
    { kind: 'patient', name: 'Li', chiefComplaint: 'Cough', images: [] },
  ],
])('a message of type %d says what its content says', (type, content, body) => {
  expect(readBody(type, content)).toEqual(body);
});

test.each([
  [MessageType.text, 'not JSON'],
  [MessageType.image, '{"url":1}'],
  [104, '{}'],
  [7777, '{}'],
])('type %d with content %j is shown as unknown', (type, content) => {
  expect(readBody(type, content)).toEqual({ kind: 'unknown', type });
});

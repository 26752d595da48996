import { expect, test } from 'vitest';
import { SenderType } from '../../../contract/im.ts';
import type { ChatMessage, MessageBody } from '../../../src/domain/message.ts';
import { t } from '../../../src/locales/i18n.ts';
import { chatLines } from '../../../src/screens/chat/chatLines.ts';

const message = (senderType: ChatMessage['senderType'], body: MessageBody): ChatMessage => ({
  key: 'a',
  id: null,
  seq: 1,
  clientMessageId: null,
  senderType,
  mine: senderType === SenderType.doctor,
  body,
  sendTime: 0,
  recalled: false,
  delivery: null,
});

test('on paper and in the clipboard what the patient asked has the patient’s name', () => {
  const question: MessageBody = { kind: 'patient', name: 'Wang Min', chiefComplaint: 'Cough', images: [] };
  const said = [
    message(SenderType.system, question),
    message(SenderType.patient, { kind: 'text', text: 'Since Monday' }),
    message(SenderType.doctor, { kind: 'text', text: 'Any fever?' }),
    message(SenderType.system, { kind: 'notice', code: 'order.finished', params: {}, text: 'ended' }),
  ];
  const locale = { language: 'en' as const, zone: 'Asia/Shanghai' };
  const lines = chatLines(said, { patient: 'Wang Min', doctor: 'Chen Jing' }, { locale, t });
  expect(lines.map(({ speaker }) => speaker)).toEqual(['Wang Min', 'Wang Min', 'Chen Jing', null]);
});

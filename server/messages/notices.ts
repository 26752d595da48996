import type * as z from 'zod/mini';
import type { NoticeContent } from '../../contract/im.ts';

type Words = readonly [chinese: string, english: string];

/** The platform's notices in conversations. Clients that know a code show their own text for it. */
const notices = {
  'order.accepted': ['{doctor}已接诊。', '{doctor} has taken the consultation.'],
  'order.finished': ['本次问诊已结束。', 'The consultation has ended.'],
  'order.finishedByTime': [
    '问诊时间已到，本次问诊已结束。',
    'The consultation ended because its time limit was reached.',
  ],
  'order.finishedByQuota': [
    '消息条数已用完，本次问诊已结束。',
    'The consultation ended because its messages were used up.',
  ],
  'order.refused': ['医生未能接诊。', 'The doctor could not take the consultation.'],
  'order.cancelled': ['患者取消了问诊。', 'The patient cancelled the consultation.'],
  'order.disputed': ['患者提出申诉，本次问诊已结束。', 'The consultation ended because the patient disputed it.'],
  'order.expired': [
    '等待超时，费用将原路退回。',
    'Nobody could take the consultation in time. The payment is returned.',
  ],
  'order.offeredToOthers': [
    '{doctor}目前无法接诊。您的问诊已转给其他医生候诊；您也可以取消，费用将原路退回。',
    '{doctor} cannot take the consultation. It now waits for the other doctors; you can also cancel it and get the payment back.',
  ],
  'order.doctorAbsent': [
    '{doctor}目前无法接诊，费用将原路退回。',
    '{doctor} cannot take the consultation. The payment is returned.',
  ],
  'order.doctorUnavailable': [
    '{doctor}目前无法回复。本次问诊在时限内仍然有效；如不愿等待，可提出申诉并退款。',
    '{doctor} cannot answer at present. The consultation stays open until its time is over; if you do not want to wait, dispute it to get the payment back.',
  ],
  'order.doctorOnLeave': [
    '{doctor}休假至{until}，回复可能较慢。如不愿等待，可提出申诉并退款。',
    '{doctor} is on leave until {until}, and answers may take longer. If you do not want to wait, dispute the consultation to get the payment back.',
  ],
  'order.reminded': ['{doctor}提醒您查看消息。', '{doctor} asks you to look at the messages.'],
} as const satisfies Record<string, Words>;

/** All codes, so that a test can check the clients' texts for them. @internal */
export const noticeCodes = Object.keys(notices);

export type NoticeCode = keyof typeof notices;
const fillText = (code: NoticeCode, params: Record<string, string | number>, language: string) =>
  notices[code][language === 'en' ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

export type Notice = { code: NoticeCode; params?: Record<string, string> };

/** The text of a stored notice in the reader's language; its stored text where the code is unknown. */
export function noticeText({ code, params, text }: z.output<typeof NoticeContent>, language: string): string {
  return Object.hasOwn(notices, code) ? fillText(code as NoticeCode, params ?? {}, language) : text;
}

/** A doctor's name as notices contain it: in the patient's language, and in both languages for other readers. */
export const doctorNames = ({ name, nameEn }: { name: string; nameEn: string }, language: string) => {
  const english = nameEn === '' ? name : nameEn;
  return { doctor: language === 'en' ? english : name, doctorEn: english, doctorZh: name };
};

/** The content of a notice, with a text in the patient's language for clients that do not know its code. */
export function noticeContent({ code, params = {} }: Notice, language: string): string {
  const text = fillText(code, params, language);
  return JSON.stringify({ code, params, text } satisfies z.input<typeof NoticeContent>);
}

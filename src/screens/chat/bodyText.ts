import type { ChatMessage, MessageBody } from '../../domain/timeline.ts';
import { currentLanguage, hasText, t } from '../../locales/i18n.ts';

/** A notice in the reader's language; one that this version does not know is shown as the platform worded it. */
const noticeText = (body: Extract<MessageBody, { kind: 'notice' }>): string => {
  const key = `chat.notice.${body.code}`;
  // The platform names a doctor for the patient; where it knows the name in the reader's language, that is shown.
  const doctor = body.params[currentLanguage() === 'en' ? 'doctorEn' : 'doctorZh'] ?? body.params.doctor ?? '';
  const values = { ...body.params, doctor };
  return hasText(key) ? (t as (key: string, values: object) => string)(key, values) : body.text;
};

/** What a message says in one line: for list rows, announcements and notices. */
export function bodyText(body: MessageBody): string {
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'image':
      return t('chat.body.image');
    case 'voice':
      return t('chat.body.voice', { seconds: Math.round(body.durationS) });
    case 'file':
      return body.name;
    case 'notice':
      return noticeText(body);
    case 'prescription':
      return t('chat.body.prescription', { number: body.prescriptionNo });
    case 'case':
      return t('chat.body.record');
    case 'patient':
      return body.chiefComplaint;
    case 'unknown':
      return t('chat.body.unknown', { type: body.type });
  }
}

/** A message in one line, a withdrawn one as its tombstone. */
export const messageText = (message: ChatMessage): string => {
  if (!message.recalled) return bodyText(message.body);
  return message.mine ? t('chat.recalledByYou') : t('chat.recalledByPatient');
};

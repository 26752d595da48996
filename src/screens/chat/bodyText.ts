import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { ChatMessage, MessageBody } from '../../domain/message.ts';
import { briefKind } from '../../domain/messageBody.ts';
import { currentLanguage, hasText, t } from '../../locales/i18n.ts';

/** A notice in the reader's language; an unknown code shows the platform's text. */
const noticeText = (body: Extract<MessageBody, { kind: 'notice' }>): string => {
  const key = `chat.notice.${body.code}`;
  // The platform's text names the doctor in the patient's language; prefer the name in the reader's language.
  const doctor = body.params[currentLanguage() === 'en' ? 'doctorEn' : 'doctorZh'] ?? body.params.doctor ?? '';
  const values = { ...body.params, doctor };
  return hasText(key) ? (t as (key: string, values: object) => string)(key, values) : body.text;
};

/** A message body in one line, for list rows, announcements and notifications. */
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

/** A message in one line; a recalled one as a placeholder. */
export const messageText = (message: ChatMessage): string => {
  if (!message.recalled) return bodyText(message.body);
  return message.mine ? t('chat.recalledByYou') : t('chat.recalledByPatient');
};

type Brief = NonNullable<ConsultOrder['lastMsg']>;

/**
 * The last message of a chat that is not loaded, in one line. Platform notices are codeText for the patient, so the
 * complaint replaces them.
 */
export function briefText({ type, summary }: Brief, complaint: string | null): string {
  switch (briefKind(type)) {
    case 'image':
      return t('chat.body.image');
    case 'voice':
      return t('chat.body.voiceNote');
    case 'prescription':
      return t('chat.body.prescriptionCard');
    case 'case':
      return t('chat.body.record');
    case 'patient':
      return t('chat.body.patientCard');
    case 'notice':
      return complaint ?? '';
    default:
      return summary || (complaint ?? '');
  }
}

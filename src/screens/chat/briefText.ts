import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { MessageType } from '../../../contract/im.ts';
import { t } from '../../locales/i18n.ts';

type Brief = NonNullable<ConsultOrder['lastMsg']>;

const named: Readonly<Record<number, () => string>> = {
  [MessageType.image]: () => t('chat.body.image'),
  [MessageType.voice]: () => t('chat.body.voiceNote'),
  [MessageType.prescriptionCard]: () => t('chat.body.prescriptionCard'),
  [MessageType.caseCard]: () => t('chat.body.record'),
  [MessageType.patientCard]: () => t('chat.body.patientCard'),
};

/**
 * The last message of a chat that is not loaded, in one line. What the platform itself said was worded for the patient, in
 * the patient's language, so that the complaint stands there instead.
 */
export function briefText({ type, summary }: Brief, complaint: string | null): string {
  if (type === MessageType.notice) return complaint ?? '';
  return summary || (named[type]?.() ?? complaint ?? '');
}

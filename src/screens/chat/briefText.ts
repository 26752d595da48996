import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { briefKind } from '../../domain/briefKind.ts';
import { t } from '../../locales/i18n.ts';

type Brief = NonNullable<ConsultOrder['lastMsg']>;

/**
 * The last message of a chat that is not loaded, in one line. What the platform itself said was worded for the patient, in
 * the patient's language, so that the complaint stands there instead.
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

import { MessageType } from '../../contract/im.ts';
import type { MessageBody } from './timeline.ts';

const kinds: Readonly<Record<number, MessageBody['kind']>> = {
  [MessageType.text]: 'text',
  [MessageType.image]: 'image',
  [MessageType.voice]: 'voice',
  [MessageType.file]: 'file',
  [MessageType.notice]: 'notice',
  [MessageType.prescriptionCard]: 'prescription',
  [MessageType.caseCard]: 'case',
  [MessageType.patientCard]: 'patient',
};

/** Kind of a chat's last message, from its type and the beginning of its text. */
export const briefKind = (type: number): MessageBody['kind'] => kinds[type] ?? 'unknown';

import { MessageType, SenderType } from './im.ts';

const { recalled, patientCard, prescriptionCard, caseCard, notice } = MessageType;

/** What the platform writes in anybody's name: cards, notices and the rest of a recalled message. */
export const writtenByPlatform: readonly number[] = [recalled, patientCard, prescriptionCard, caseCard, notice];

/** Whether a person wrote, spoke or attached it. Only that counts as unread and towards the limit of messages. */
export const isWritten = (type: number): boolean => !writtenByPlatform.includes(type);

/**
 * Only what the patient receives stops the patient's clock: a doctor's message, and a prescription when it is approved. Its
 * card is shown from the submission on, when nothing can be dispensed yet, so the card by itself answers nothing.
 * An answer counts for what has a lower number in the conversation, whatever the clock said then.
 */
export const answersNothing = MessageType.prescriptionCard;

/** Whether a stored message that was not recalled answers what the patient wrote before it. */
export const isAnswer = ({ senderType, type }: { readonly senderType: number; readonly type: number }): boolean =>
  senderType === SenderType.doctor && type !== answersNothing;

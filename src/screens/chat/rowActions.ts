import type { ClientMessageId, MessageId, PrescriptionId } from '../../../contract/ids.ts';
import type { MessageBody } from '../../domain/timeline.ts';

/** What a person can do from a message; one object a chat, so that rows need not be drawn again. */
export type RowActions = {
  readonly resend: (id: ClientMessageId) => void;
  readonly discard: (id: ClientMessageId) => void;
  readonly recall: (id: MessageId) => void;
  readonly openPicture: (picture: Extract<MessageBody, { kind: 'image' }>) => void;
  readonly openPrescription: (id: PrescriptionId) => void;
  readonly openRecord: () => void;
  /** The address of a kept file, on the file host. */
  readonly fileLink: (url: string) => string;
};

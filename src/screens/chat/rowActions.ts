import type { ClientMessageId, MessageId, PrescriptionId } from '../../../contract/ids.ts';
import type { ChatMessage, MessageBody } from '../../domain/timeline.ts';

/** What a person can do from a message; one object a chat, so that rows need not be drawn again. */
export type RowActions = {
  readonly resend: (id: ClientMessageId) => void;
  readonly discard: (id: ClientMessageId) => void;
  /** Whether a message may still be taken back. */
  readonly isRecallable: (message: ChatMessage) => boolean;
  readonly recall: (id: MessageId) => void;
  readonly copy: (text: string) => void;
  readonly openPicture: (picture: Extract<MessageBody, { kind: 'image' }>) => void;
  readonly openPrescription: (id: PrescriptionId) => void;
  readonly openRecord: () => void;
  /** The address of a kept file, on the file host. */
  readonly fileLink: (url: string) => string;
  /** A fresh address for a file whose old one has run out; null when it cannot be had. */
  readonly renewLink: (url: string) => Promise<string | null>;
};

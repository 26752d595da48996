import type { ClientMessageId, MessageId, PrescriptionId } from '../../../contract/ids.ts';
import type { RefusalReason } from '../../../contract/im.ts';
import type { ChatMessage, MessageBody } from '../../domain/timeline.ts';
import type { Translate } from '../../locales/texts.ts';

type Refused = {
  readonly why: RefusalReason | 'unanswered';
  readonly message: string;
  readonly retryAfterMs?: number | null | undefined;
};

/** Why something was not done in a conversation, in words. */
export function refusalText(t: Translate, { why, message, retryAfterMs }: Refused): string {
  if (why === 'validation') return t('chat.refusal.validation', { message });
  if (why === 'rateLimited')
    return t('chat.refusal.rateLimited', { seconds: Math.ceil((retryAfterMs || 1_000) / 1_000) });
  return t(`chat.refusal.${why}`);
}

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

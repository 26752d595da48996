import type { ClientMessageId, MessageId, PrescriptionId } from '../../../contract/ids.ts';
import type { RefusalReason } from '../../../contract/im.ts';
import type { ShownPicture } from '../../domain/attachedFiles.ts';
import type { ChatMessage } from '../../domain/message.ts';
import type { Translate } from '../../locales/texts.ts';

type Refused = {
  readonly why: RefusalReason | 'unanswered';
  readonly message: string;
  readonly retryAfterMs?: number | null | undefined;
};

/** The reason of a refused action in words. */
export function refusalText(t: Translate, { why, message, retryAfterMs }: Refused): string {
  if (why === 'validation') return t('chat.refusal.validation', { message });
  if (why === 'rateLimited')
    return t('chat.refusal.rateLimited', { seconds: Math.ceil((retryAfterMs || 1_000) / 1_000) });
  return t(`chat.refusal.${why}`);
}

/** Actions on messages; one stable object per chat, so that rows need no new render. */
export type RowActions = {
  readonly resend: (id: ClientMessageId) => void;
  readonly discard: (id: ClientMessageId) => void;
  /** Whether a message may still be recalled. */
  readonly isRecallable: (message: ChatMessage) => boolean;
  readonly recall: (id: MessageId) => void;
  readonly copy: (text: string) => void;
  readonly openPicture: (picture: ShownPicture) => void;
  readonly openPrescription: (id: PrescriptionId) => void;
  readonly openRecord: () => void;
  /** URL of a stored file on the file host. */
  readonly fileLink: (url: string) => string;
  /** Renews an expired link; null if that fails. */
  readonly renewLink: (url: string) => Promise<string | null>;
  /** Why the platform refused to renew a link; null if it did not. */
  readonly linkRefusal: (url: string) => string | null;
};

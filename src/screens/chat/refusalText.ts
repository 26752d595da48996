import type { RefusalReason } from '../../../contract/im.ts';
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

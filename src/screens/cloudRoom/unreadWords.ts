import type { Translate } from '../../locales/texts.ts';
import { mostCounted } from '../../ui/CountBadge.tsx';

/** How many messages wait to be read, as the badge shows it: beyond what is loaded there are only "more". */
export const unreadWords = (t: Translate, unread: number): string =>
  unread > mostCounted
    ? t('workspace.chats.unreadMany', { count: mostCounted })
    : t('workspace.chats.unread', { count: unread });

import { X } from 'lucide-react';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import type { Paper } from '../../domain/desk.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TabRow } from '../../ui/TabRow.tsx';
import { useWork } from '../app.ts';
import { besideChatsMs, useLiveEvery } from '../useLiveEvery.ts';
import { paneId, panelId, tabId } from './room.ts';
import { unreadWords } from './unreadWords.ts';

type Props = {
  readonly orderId: OrderId;
  readonly conversationId: ConversationId;
  readonly patient: string;
  /** There is no room beside the chat, so the chat is one of the tabs. */
  readonly withChat: boolean;
  /** The papers that make sense at this stage. */
  readonly available: readonly Paper[];
  readonly paper: Paper | null;
  readonly onPaper: (paper: Paper | null) => void;
};

/** Messages that came while a paper lies over the chat. */
function UnreadMark({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation();
  const unread = useLiveEvery(
    useWork().inbox.summaries,
    besideChatsMs,
    (chats) => chats.get(conversationId)?.unread ?? 0,
  );
  return <CountBadge count={unread} label={unreadWords(t, unread)} />;
}

/** Which of the patient's papers stands beside the chat, or over it. */
export function PaneTabs({ orderId, conversationId, patient, available, withChat, paper, onPaper }: Props) {
  const { t } = useTranslation();
  const chat = available.includes('record') ? 'chat' : 'request';
  const names = withChat ? ([chat, ...available] as const) : available;
  const current = names.find((name) => name === (paper ?? chat)) ?? null;
  return (
    <>
      <TabRow
        label={t('workspace.pane.tabs', { patient })}
        current={current}
        onChange={(name) => onPaper(available.find((one) => one === name) ?? null)}
        tabId={(name) => tabId(orderId, name)}
        panelId={(name) => (name === chat ? paneId(orderId) : panelId(orderId))}
        tabs={names.map((name) => ({
          name,
          label: t(`workspace.pane.${name}`),
          mark: name === chat && paper !== null ? <UnreadMark conversationId={conversationId} /> : null,
        }))}
      />
      {!withChat && paper !== null ? (
        <IconButton
          size="sm"
          className="pane-tabs-x"
          label={t('workspace.pane.closePanel')}
          onClick={() => onPaper(null)}
        >
          <X />
        </IconButton>
      ) : null}
    </>
  );
}

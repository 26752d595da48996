import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWork } from '../app.ts';
import { useLiveEvery } from '../useLiveEvery.ts';
import { panelId } from './room.ts';
import type { Paper } from './usePapers.ts';
import '../../ui/tabs.css';

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
  const unread = useLiveEvery(useWork().inbox.summaries, 250).get(conversationId)?.unread ?? 0;
  return <CountBadge count={unread} label={t('workspace.chats.unread', { count: unread })} />;
}

/** Which of the patient's papers stands beside the chat, or over it. */
export function PaneTabs({ orderId, conversationId, patient, available, withChat, paper, onPaper }: Props) {
  const { t } = useTranslation();
  const chat = available.includes('record') ? 'chat' : 'request';
  const names = withChat ? [null, ...available] : available;
  const current = names.find((name) => name === paper);
  const idOf = (name: Paper | null) => `${panelId(orderId)}-tab-${name ?? 'chat'}`;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = names.findIndex((name) => idOf(name) === (event.target as HTMLElement).id);
    const next = names[(at + step + names.length) % names.length] ?? null;
    onPaper(next);
    document.getElementById(idOf(next))?.focus();
  };
  return (
    <>
      <div className="pane-tabs" role="tablist" aria-label={t('workspace.pane.tabs', { patient })} onKeyDown={move}>
        {names.map((name, index) => (
          <button
            key={name ?? 'chat'}
            id={idOf(name)}
            type="button"
            role="tab"
            className="ui-tab"
            aria-selected={name === current}
            aria-controls={name === current && name !== null ? panelId(orderId) : undefined}
            tabIndex={name === current || (current === undefined && index === 0) ? 0 : -1}
            onClick={() => onPaper(name)}
          >
            {t(`workspace.pane.${name ?? chat}`)}
            {name === null && paper !== null ? <UnreadMark conversationId={conversationId} /> : null}
          </button>
        ))}
      </div>
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

import { EllipsisVertical } from 'lucide-react';
import { memo } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useWork } from '../app.ts';
import './conversationMenu.css';

type Props = { readonly orderId: OrderId; readonly marked: boolean; readonly pinned: boolean };

/** What can be done with a conversation without opening it. */
export const ConversationMenu = memo(function ConversationMenu({ orderId, marked, pinned }: Props) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const entries = [
    ...(marked ? [] : [{ name: 'later', label: t('workspace.pane.later') }]),
    { name: 'pin', label: t(pinned ? 'workspace.pane.unpin' : 'workspace.pane.pin') },
  ];
  const choose = (name: string) => {
    if (name === 'later') workspace.send({ type: 'chat.markedUnread', orderId });
    else workspace.send({ type: pinned ? 'chat.unpinned' : 'chat.pinned', orderId });
  };
  return (
    <span className="room-row-menu">
      <Menu
        label={t('workspace.chats.more')}
        align="end"
        entries={entries}
        onChoose={choose}
        trigger={(carry) => (
          <IconButton {...carry} size="sm" label={t('workspace.chats.more')}>
            <EllipsisVertical />
          </IconButton>
        )}
      />
    </span>
  );
});

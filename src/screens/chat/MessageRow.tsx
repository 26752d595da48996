import { memo, type ReactNode } from 'react';
import type { ChatMessage, Delivery } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dayText, type Locale, timeText } from '../../ui/format.ts';
import { messageText } from './bodyText.ts';
import { DeliveryMark } from './DeliveryMark.tsx';
import { FailureNote } from './FailureNote.tsx';
import { MessageContent } from './MessageContent.tsx';
import { MessageTools } from './MessageTools.tsx';
import type { RowActions } from './rowActions.ts';

type Props = {
  readonly message: ChatMessage;
  readonly delivery: Delivery['state'] | null;
  /** The first message of all. */
  readonly beginning: boolean;
  /** When the next message was sent, if that is on another day. */
  readonly nextDay: number | null;
  /** The first one the doctor had not read when the chat was opened. */
  readonly firstUnread: boolean;
  /** The next one belongs to it: same writer, within three minutes. */
  readonly joined: boolean;
  /** Pointed at, or focused. */
  readonly tools: boolean;
  readonly locale: Locale;
  readonly actions: RowActions;
  /** The live state under a prescription's number. */
  readonly card: ReactNode;
};

const sentAt = ({ sendTime }: ChatMessage, locale: Locale, className?: string) => (
  <time className={className} dateTime={new Date(sendTime).toISOString()}>
    {timeText(sendTime, locale)}
  </time>
);

/**
 * One row of a chat, made of plain elements, as few as can be: it is drawn hundreds of times. What stands between two rows belongs to the
 * upper one, so that older messages put in front leave the rows below them as high as they were.
 */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { message, delivery, beginning, nextDay, firstUnread, joined, tools, locale, actions, card } = props;
  const { t } = useTranslation();
  const withTools = tools && message.body.kind !== 'notice' && !message.recalled;
  const side = message.body.kind === 'notice' ? 'system' : message.mine ? 'doctor' : 'patient';
  return (
    <div className="chat-row" data-row={message.key} data-side={side} data-joined={joined || undefined}>
      {beginning ? (
        <>
          <div className="chat-edge">{t('chat.beginning')}</div>
          <div className="chat-day">{dayText(message.sendTime, locale)}</div>
        </>
      ) : null}
      {firstUnread ? <div className="chat-unread-line">{t('chat.unreadFromHere')}</div> : null}
      <div
        className="chat-message"
        tabIndex={-1}
        data-message-id={message.id ?? ''}
        data-client-message-id={message.mine ? (message.clientMessageId ?? '') : undefined}
      >
        <div
          className={message.body.kind === 'text' ? 'chat-bubble chat-text' : 'chat-bubble'}
          data-recalled={message.recalled || undefined}
          data-tools={withTools || undefined}
        >
          {message.recalled ? (
            <em>{messageText(message)}</em>
          ) : (
            <MessageContent message={message} actions={actions} card={card} />
          )}
          {withTools ? <MessageTools message={message} actions={actions} /> : null}
        </div>
        {side === 'patient' ? sentAt(message, locale, joined ? 'chat-heard' : 'chat-meta') : null}
        {side === 'doctor' ? (
          <div className="chat-meta">
            {sentAt(message, locale)}
            {delivery && !message.recalled ? <DeliveryMark state={delivery} /> : null}
          </div>
        ) : null}
      </div>
      {message.delivery?.state === 'failed' && message.clientMessageId ? (
        <FailureNote failure={message.delivery} id={message.clientMessageId} body={message.body} actions={actions} />
      ) : null}
      {nextDay === null ? null : <div className="chat-day">{dayText(nextDay, locale)}</div>}
    </div>
  );
});

import { Copy, Undo2 } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import type { ClientMessageId } from '../../../contract/ids.ts';
import type { ChatMessage, Delivery, MessageBody } from '../../domain/message.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dayText, type Locale, timeText } from '../../ui/format.ts';
import { bodyText, messageText } from './bodyText.ts';
import { MessageContent } from './MessageContent.tsx';
import { type RowActions, refusalText } from './rowActions.ts';
import '../../ui/small.css';

/** A toolbar; arrow keys move between its buttons. */
function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div role="toolbar" className="ui-toolbar" aria-label={label} onKeyDown={move}>
      {children}
    </div>
  );
}

type MessageToolsProps = { readonly message: ChatMessage; readonly actions: RowActions };

/** Actions on the hovered or focused message. */
function MessageTools({ message, actions }: MessageToolsProps) {
  const { t } = useTranslation();
  const { id, body } = message;
  return (
    <div className="chat-tools">
      <Toolbar label={t('chat.messageTools')}>
        {body.kind === 'text' ? (
          <button
            type="button"
            aria-label={t('chat.copy')}
            data-tooltip={t('chat.copy')}
            onClick={() => actions.copy(bodyText(body))}
          >
            <Copy aria-hidden="true" />
          </button>
        ) : null}
        {id !== null && actions.isRecallable(message) ? (
          <button
            type="button"
            aria-label={t('chat.recall')}
            data-tooltip={t('chat.recall')}
            onClick={() => actions.recall(id)}
          >
            <Undo2 aria-hidden="true" />
          </button>
        ) : null}
      </Toolbar>
    </div>
  );
}

type FailureNoteProps = {
  readonly failure: Extract<Delivery, { state: 'failed' }>;
  readonly id: ClientMessageId;
  readonly body: MessageBody;
  readonly actions: RowActions;
};

/** Why a message was not sent, and what can be done. */
function FailureNote({ failure, id, body, actions }: FailureNoteProps) {
  const { t } = useTranslation();
  return (
    <div className="chat-failure" role="note">
      <span>{refusalText(t, failure)}</span>
      <button type="button" onClick={() => actions.resend(id)}>
        {t('chat.retry')}
      </button>
      <button type="button" onClick={() => actions.discard(id)}>
        {t('chat.discard')}
      </button>
      {body.kind === 'text' ? (
        <button type="button" onClick={() => actions.copy(bodyText(body))}>
          {t('chat.copy')}
        </button>
      ) : null}
    </div>
  );
}

/** Delivery state in words; the tick comes from CSS, because rows render hundreds of times. */
function DeliveryMark({ state }: { state: Delivery['state'] }) {
  const { t } = useTranslation();
  return (
    <span className="chat-delivery" data-state={state}>
      {t(`chat.delivery.${state}`)}
    </span>
  );
}

type Props = {
  readonly message: ChatMessage;
  readonly delivery: Delivery['state'] | null;
  /** The first message of the conversation. */
  readonly beginning: boolean;
  /** Time of the next message if it is on another day. */
  readonly nextDay: number | null;
  /** The first unread message when the chat was opened. */
  readonly firstUnread: boolean;
  /** The next message belongs to the same group: same sender, within three minutes. */
  readonly joined: boolean;
  /** Hovered or focused. */
  readonly tools: boolean;
  readonly locale: Locale;
  readonly actions: RowActions;
  /** Current status of a prescription. */
  readonly card: ReactNode;
};

const sentAt = ({ sendTime }: ChatMessage, locale: Locale, className?: string) => (
  <time className={className} dateTime={new Date(sendTime).toISOString()}>
    {timeText(sendTime, locale)}
  </time>
);

/**
 * A row of a chat with as few plain elements as possible, because it renders hundreds of times. Separators belong to
 * the row above, so that adding older messages at the top does not change the heights of rows below.
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
            <em dir="auto">{messageText(message)}</em>
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

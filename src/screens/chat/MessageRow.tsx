import { memo, type ReactNode } from 'react';
import type { ChatMessage, Delivery } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dayText, type Locale, timeText } from '../../ui/format.ts';
import { bodyText, messageText } from './bodyText.ts';
import { DeliveryMark } from './DeliveryMark.tsx';
import { MessageContent } from './MessageContent.tsx';
import type { RowActions } from './rowActions.ts';

type Props = {
  readonly message: ChatMessage;
  readonly delivery: Delivery['state'] | null;
  /** The first message of its day. */
  readonly newDay: boolean;
  /** The first one the doctor had not read when the chat was opened. */
  readonly firstUnread: boolean;
  /** Belongs to the one above it: same writer, within three minutes. */
  readonly grouped: boolean;
  readonly locale: Locale;
  readonly actions: RowActions;
  /** The live state under a prescription's number. */
  readonly card: ReactNode;
};

/** One row of a chat, made of plain elements: it is drawn hundreds of times. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { message, delivery, newDay, firstUnread, grouped, locale, actions, card } = props;
  const { t } = useTranslation();
  const side = message.body.kind === 'notice' ? 'system' : message.mine ? 'doctor' : 'patient';
  const failure = message.delivery?.state === 'failed' ? message.delivery : null;
  return (
    <div className="chat-row" data-side={side} data-grouped={grouped || undefined}>
      {newDay ? <div className="chat-day">{dayText(message.sendTime, locale)}</div> : null}
      {firstUnread ? <div className="chat-unread-line">{t('chat.unreadFromHere')}</div> : null}
      <div
        className="chat-bubble"
        data-message-id={message.id ?? ''}
        data-client-message-id={message.mine ? (message.clientMessageId ?? '') : undefined}
        data-recalled={message.recalled || undefined}
      >
        {message.recalled ? (
          <em>{messageText(message)}</em>
        ) : (
          <MessageContent message={message} actions={actions} card={card} />
        )}
      </div>
      {side === 'system' ? null : (
        <div className="chat-meta">
          <time dateTime={new Date(message.sendTime).toISOString()}>{timeText(message.sendTime, locale)}</time>
          {delivery && !message.recalled ? <DeliveryMark state={delivery} /> : null}
        </div>
      )}
      {failure && message.clientMessageId ? (
        <div className="chat-failure" role="note">
          <span>{failureText(t, failure)}</span>
          <button type="button" onClick={() => message.clientMessageId && actions.resend(message.clientMessageId)}>
            {t('chat.retry')}
          </button>
          <button type="button" onClick={() => message.clientMessageId && actions.discard(message.clientMessageId)}>
            {t('chat.discard')}
          </button>
          <button type="button" onClick={() => void navigator.clipboard.writeText(bodyText(message.body))}>
            {t('chat.copy')}
          </button>
        </div>
      ) : null}
    </div>
  );
});

type T = ReturnType<typeof useTranslation>['t'];

const failureText = (t: T, { why, message }: Extract<Delivery, { state: 'failed' }>): string =>
  why === 'validation' ? t('chat.refusal.validation', { message }) : t(`chat.refusal.${why}`);

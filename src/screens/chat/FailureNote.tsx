import type { ClientMessageId } from '../../../contract/ids.ts';
import type { Delivery, MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { bodyText } from './bodyText.ts';
import { refusalText } from './refusalText.ts';
import type { RowActions } from './rowActions.ts';

type Props = {
  readonly failure: Extract<Delivery, { state: 'failed' }>;
  readonly id: ClientMessageId;
  readonly body: MessageBody;
  readonly actions: RowActions;
};

/** Why a message was not sent, and what can be done about it. */
export function FailureNote({ failure, id, body, actions }: Props) {
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

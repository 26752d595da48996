import type { ReplyCheck } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';

type Props = {
  readonly id: string;
  readonly check: ReplyCheck;
  /** Another window has changed the text. */
  readonly replaced: boolean;
  readonly problems: readonly string[];
  /** Puts the caret on a part of the text. */
  readonly onGo: (part: string) => void;
};

/** What is to be said about the text before it is sent: how much room is left, what has to be filled in, what went wrong. */
export function ReplyNotes({ id, check, replaced, problems, onGo }: Props) {
  const { t } = useTranslation();
  const { left, nearLimit, open } = check;
  return (
    <div id={id} className="reply-notes">
      {problems.map((problem) => (
        <p key={problem} role="alert" data-tone="danger">
          {problem}
        </p>
      ))}
      {open.map((variable) => (
        <p key={variable} data-tone="danger">
          {t('chat.unknownVariable', { name: variable })}{' '}
          <button type="button" onClick={() => onGo(variable)}>
            {t('chat.replaceIt')}
          </button>
        </p>
      ))}
      {replaced ? <p role="status">{t('chat.draftFromOtherTab')}</p> : null}
      {left < 0 ? (
        <p data-tone="danger">{t('chat.tooLong', { count: -left })}</p>
      ) : nearLimit ? (
        <p>{t('chat.charactersLeft', { count: left })}</p>
      ) : null}
    </div>
  );
}

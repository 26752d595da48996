import { PenLine } from 'lucide-react';
import { useMemo } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import './companion.css';

function useCompanion(conversationId: ConversationId) {
  const { companions } = useWork();
  return useLive(useMemo(() => companions.patient(conversationId), [companions, conversationId]));
}

type MarkProps = { readonly conversationId: ConversationId; readonly narrow: boolean };

/** Whether the patient has the chat open; nothing if unknown. */
export function PresenceMark({ conversationId, narrow }: MarkProps) {
  const { t } = useTranslation();
  const { online } = useCompanion(conversationId);
  if (online === null) return null;
  const text = t(online ? 'workspace.patient.online' : 'workspace.patient.offline');
  return (
    <span className="presence" data-online={online || undefined} data-tooltip={narrow ? text : undefined}>
      <span className={narrow ? 'ui-hidden' : undefined}>{text}</span>
    </span>
  );
}

type TypingProps = { readonly conversationId: ConversationId; readonly patient: string };

/**
 * Says that the patient is typing, on a line of its own that covers and moves nothing; it is not announced again and
 * again.
 */
export function TypingMark({ conversationId, patient }: TypingProps) {
  const { t } = useTranslation();
  const { typing } = useCompanion(conversationId);
  return (
    <div className="typing">
      {typing ? (
        <span>
          <PenLine aria-hidden="true" />
          <span>{t('chat.typing', { patient })}</span>
        </span>
      ) : null}
    </div>
  );
}

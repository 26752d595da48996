import { useMemo } from 'react';
import type { ConversationId, MessageId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Paper } from '../../domain/desk.ts';
import type { Picture } from '../../domain/pictures.ts';
import type { MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp, useWork } from '../app.ts';
import { refusalText } from '../chat/refusalText.ts';
import type { RowActions } from '../chat/rowActions.ts';
import { useLinks } from '../links.ts';

type Needs = {
  readonly conversationId: ConversationId;
  /** The consultation has not ended. */
  readonly running: boolean;
  readonly openPicture: (picture: Picture) => void;
  readonly onPaper: (paper: Paper | null) => void;
};

/** What doctors write themselves; other cards and notices are the platform's word and stay. */
const written: ReadonlySet<MessageBody['kind']> = new Set(['text', 'image', 'voice', 'file', 'case']);

/** What the messages of one chat can do. */
export function useRowActions({ conversationId, running, openPicture, onPaper }: Needs): RowActions {
  const { t } = useTranslation();
  const { now$, toasts } = useApp();
  const { inbox, outbox } = useWork();
  const { linkOf, renew } = useLinks();
  return useMemo(() => {
    async function recall(id: MessageId) {
      const refusal = await inbox.recall(conversationId, id);
      if (refusal === null) return;
      toasts.show({ tone: 'danger', text: refusalText(t, refusal) });
    }
    async function copy(text: string) {
      await navigator.clipboard.writeText(text);
      toasts.show({ tone: 'info', text: t('chat.copied') });
    }
    return {
      resend: outbox.retry,
      discard: outbox.discard,
      isRecallable: ({ mine, sendTime, body }) =>
        running && mine && written.has(body.kind) && now$.value - sendTime < limits.recallWithinMs,
      recall: (id) => void recall(id),
      copy: (text) => void copy(text),
      openPicture,
      openPrescription: () => onPaper('prescription'),
      openRecord: () => onPaper('record'),
      fileLink: linkOf,
      renewLink: renew,
    };
  }, [conversationId, running, inbox, outbox, now$, toasts, t, linkOf, renew, openPicture, onPaper]);
}

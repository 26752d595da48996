import { useCallback, useEffect, useState } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { type Attached, isUnfit, type Recording } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/** An object URL for previewing a file before it is sent. */
export function useFileUrl(file: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

const megabyte = 1024 * 1024;

/** Unsent attachments of a conversation, including those of other windows. */
export function useAttachments(conversationId: ConversationId) {
  const { uploads, attachedElsewhere$ } = useWork();
  const { t } = useTranslation();
  const known = useLive(uploads.of(conversationId));
  const [foreign, setForeign] = useState<readonly string[]>([]);
  const others = useLive(attachedElsewhere$);
  const elsewhere = [...others.values()].filter((one) => one.conversationId === conversationId);
  const all = known.filter((one) => !isUnfit(one));

  const problemOf = ({ state, name, refusal }: Attached): string[] => {
    if (state === 'tooLarge') return [t('chat.upload.tooLarge', { name, max: limits.fileBytes / megabyte })];
    if (state === 'unreadable') return [t('chat.upload.unreadable', { name })];
    return state === 'refused' ? [t('chat.upload.refused', { name, reason: refusal })] : [];
  };
  /** Clears errors about files at the next action, because they have been read by then. */
  const forget = useCallback(() => {
    setForeign([]);
    for (const { id } of uploads.of(conversationId).value.filter(isUnfit)) uploads.cancel(id);
  }, [uploads, conversationId]);

  const add = useCallback(
    (files: readonly File[]) => {
      forget();
      setForeign(uploads.add(conversationId, files));
    },
    [forget, uploads, conversationId],
  );
  return {
    all,
    /** Attachments that other windows upload; read-only here. */
    elsewhere,
    problems: [...foreign.map((name) => t('chat.upload.wrongType', { name })), ...known.flatMap(problemOf)],
    add,
    cancel: uploads.cancel,
    retry: uploads.retry,
    /** Whether an attachment waits for "send". */
    hasUnsent: all.some(({ sendAs }) => sendAs === null),
    sendAll() {
      forget();
      uploads.send(all.filter(({ sendAs }) => sendAs === null).map(({ id }) => id));
    },
    /** Attaches a recording beside the reply box without sending it. */
    keepVoice: (recording: Recording) => void uploads.addVoice(conversationId, recording),
    sendVoice(recording: Recording) {
      uploads.send([uploads.addVoice(conversationId, recording)]);
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;

import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Reply } from '../../domain/outgoing.ts';
import { imageReply } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';

/** A picture that waits beside the text until it is sent. */
export type Attachment = {
  readonly id: number;
  readonly file: File;
  /** An address of this page under which the picture can be looked at before it is sent. */
  readonly preview: string;
  readonly state: 'ready' | 'sending' | 'failed';
  /** How much of it has been sent, 0 to 1. */
  readonly part: number;
};

const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const megabyte = 1024 * 1024;

async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  if (typeof createImageBitmap !== 'function') return { width: 0, height: 0 };
  try {
    const { width, height } = await createImageBitmap(file);
    return { width, height };
  } catch {
    return null;
  }
}

/** The pictures chosen, pasted or dropped for one consultation. They stay until they are sent or removed. */
export function useAttachments() {
  const { api } = useApp();
  const { t } = useTranslation();
  const [all, setAll] = useState<readonly Attachment[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const nextId = useRef(1);
  const given = useRef(new AbortController());
  const shown = useRef(all);
  shown.current = all;

  useEffect(() => {
    const own = new AbortController();
    given.current = own;
    return () => {
      own.abort();
      for (const { preview } of shown.current) URL.revokeObjectURL(preview);
    };
  }, []);

  const change = useCallback((id: number, patch: Partial<Attachment>) => {
    setAll((before) => before.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  }, []);
  const remove = useCallback((id: number) => {
    setAll((before) => {
      for (const one of before) if (one.id === id) URL.revokeObjectURL(one.preview);
      return before.filter((one) => one.id !== id);
    });
  }, []);
  const add = useCallback(
    (files: readonly File[]) => {
      const wrong = ({ name, type, size }: File): string[] => {
        if (!types.has(type)) return [t('chat.upload.wrongType', { name })];
        return size > limits.fileBytes ? [t('chat.upload.tooLarge', { name, max: limits.fileBytes / megabyte })] : [];
      };
      setProblems(files.flatMap(wrong));
      const fitting = files.filter((file) => wrong(file).length === 0);
      setAll((before) => [
        ...before,
        ...fitting.map((file) => ({
          id: nextId.current++,
          file,
          preview: URL.createObjectURL(file),
          state: 'ready' as const,
          part: 0,
        })),
      ]);
    },
    [t],
  );

  async function upload({ id, file }: Attachment): Promise<Reply | null> {
    change(id, { state: 'sending', part: 0 });
    const size = await sizeOf(file);
    if (size === null) {
      remove(id);
      setProblems([t('chat.upload.unreadable', { name: file.name })]);
      return null;
    }
    const signal = given.current.signal;
    const answer = await api.uploadFile({}, { file, signal, quiet: true, onProgress: (part) => change(id, { part }) });
    if (!answer.ok) {
      change(id, { state: 'failed' });
      if (!signal.aborted) setProblems([t('chat.upload.failed', { name: file.name })]);
      return null;
    }
    const { url, name, size: bytes, width, height } = answer.data;
    remove(id);
    return imageReply({ url, name, size: bytes, width: width ?? size.width, height: height ?? size.height });
  }

  /** Sends them one after the other; whether all of them went. */
  async function sendAll(send: (reply: Reply) => void): Promise<boolean> {
    setProblems([]);
    let complete = true;
    for (const one of shown.current) {
      const reply = await upload(one);
      if (reply) send(reply);
      else complete = false;
    }
    return complete;
  }
  return { all, problems, add, remove, sendAll };
}

export type Attachments = ReturnType<typeof useAttachments>;

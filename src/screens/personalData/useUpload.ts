import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
const isPicture = ({ type }: File): boolean => pictureTypes.some((one) => one === type);

type Upload =
  | { readonly state: 'idle' }
  /** How much of it has been sent, 0 to 1. */
  | { readonly state: 'sending'; readonly name: string; readonly part: number }
  | { readonly state: 'failed'; readonly why: string };

const idle: Upload = { state: 'idle' };

/** Sends one picture at a time to the platform; what is wrong with a file is said with its name. */
export function useUpload(onDone: (url: string) => void) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const [upload, setUpload] = useState(idle);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File) {
    const { name } = file;
    if (!isPicture(file)) return setUpload({ state: 'failed', why: t('errors.fileType', { name }) });
    if (file.size > limits.fileBytes)
      return setUpload({
        state: 'failed',
        why: t('errors.fileTooLarge', { name, limit: sizeText(limits.fileBytes, language) }),
      });
    const own = new AbortController();
    sending.current = own;
    setUpload({ state: 'sending', name, part: 0 });
    const answer = await api.uploadFile(
      {},
      {
        file,
        quiet: true,
        signal: own.signal,
        onProgress: (part) => setUpload({ state: 'sending', name, part }),
      },
    );
    if (own.signal.aborted) return;
    setUpload(answer.ok ? idle : { state: 'failed', why: `${name}: ${answer.failure.message}` });
    if (answer.ok) onDone(answer.data.url);
  }
  return {
    upload,
    send,
    cancel: () => {
      sending.current?.abort();
      setUpload(idle);
    },
  };
}

import { X } from 'lucide-react';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import type { Attachments } from './useAttachments.ts';

/** The pictures that go out with the next "send", each with its progress and a way to take it out. */
export function AttachmentStrip({ attachments }: { readonly attachments: Attachments }) {
  const { t, language } = useTranslation();
  if (attachments.all.length === 0) return null;
  return (
    <ul className="reply-pictures" aria-label={t('chat.upload.list')}>
      {attachments.all.map(({ id, file, preview, state, part }) => (
        <li key={id} data-state={state}>
          <img src={preview} alt={t('chat.upload.preview', { name: file.name })} />
          {state === 'sending' ? (
            <progress
              value={part}
              aria-label={t('chat.upload.progress', { name: file.name, percent: Math.round(part * 100) })}
            />
          ) : (
            <>
              <small>{sizeText(file.size, language)}</small>
              <button
                type="button"
                aria-label={t('chat.upload.remove', { name: file.name })}
                onClick={() => attachments.remove(id)}
              >
                <X aria-hidden="true" />
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

import { FileText, Image, Mic, RotateCw, X } from 'lucide-react';
import type { Attached } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import { type Attachments, useFileUrl } from './useAttachments.ts';

const pictures = { image: Image, voice: Mic, file: FileText };

function Tile({ kind, name, durationS }: Pick<Attached, 'kind' | 'name' | 'durationS'>) {
  const { t } = useTranslation();
  const Picture = pictures[kind];
  return (
    <span className="reply-file">
      <Picture aria-hidden="true" />
      <span className="reply-file-name">
        {kind === 'voice' ? t('chat.body.voice', { seconds: Math.round(durationS) }) : name}
      </span>
    </span>
  );
}

function Preview({ one }: { readonly one: Attached }) {
  const { t } = useTranslation();
  const isPicture = one.kind === 'image' && one.state !== 'preparing';
  const url = useFileUrl(isPicture ? one.file : null);
  if (one.kind !== 'image') return <Tile {...one} />;
  return url ? <img src={url} alt={t('chat.upload.preview', { name: one.name })} /> : <span className="reply-file" />;
}

/** The state of an upload in words, with a progress bar while it is being sent. */
function Progress({ one }: { readonly one: Attached }) {
  const { t, language } = useTranslation();
  const { name, state, part, size, sendAs } = one;
  const percent = Math.round(part * 100);
  if (state === 'uploading') return <progress value={part} aria-label={t('chat.upload.progress', { name, percent })} />;
  if (state === 'waiting' || state === 'paused')
    return (
      <small>{t(`chat.upload.${sendAs !== null ? 'willGo' : part > 0 ? 'stopped' : 'waiting'}`, { percent })}</small>
    );
  if (state === 'preparing') return <small>{t('chat.upload.preparing')}</small>;
  if (state === 'refused') return <small data-tone="danger">{t('chat.delivery.failed')}</small>;
  return <small>{sendAs === null ? sizeText(size, language) : t('chat.delivery.sending')}</small>;
}

/** Attachments of the next message and those being sent, each with its progress and a remove button. */
export function AttachmentStrip({ attachments }: { readonly attachments: Attachments }) {
  const { t } = useTranslation();
  if (attachments.all.length + attachments.elsewhere.length === 0) return null;
  return (
    <ul className="reply-attached" aria-label={t('chat.upload.list')}>
      {attachments.all.map((one) => (
        <li key={one.id} data-state={one.state} data-kind={one.kind} data-wanted={one.sendAs !== null || undefined}>
          <Preview one={one} />
          <Progress one={one} />
          {one.state === 'refused' ? (
            <button
              type="button"
              className="reply-again"
              aria-label={t('chat.upload.again', { name: one.name })}
              onClick={() => attachments.retry(one.id)}
            >
              <RotateCw aria-hidden="true" />
            </button>
          ) : null}
          <button
            type="button"
            aria-label={t('chat.upload.remove', { name: one.name })}
            onClick={() => attachments.cancel(one.id)}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      {attachments.elsewhere.map((one) => (
        <li key={one.id} data-elsewhere="">
          <Tile {...one} />
          <small>{t(`chat.upload.${one.isSending ? 'sentElsewhere' : 'attachedElsewhere'}`, one)}</small>
        </li>
      ))}
    </ul>
  );
}

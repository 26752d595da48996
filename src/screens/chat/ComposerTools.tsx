import { ImagePlus, Paperclip, SendHorizontal, Smile, Zap } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Recording } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VoiceNote } from './VoiceNote.tsx';

type Props = {
  readonly open: 'typed' | 'quick' | 'emoji' | null;
  readonly sendable: boolean;
  /** Which keys send. */
  readonly hint: ReactNode;
  readonly onLayer: (layer: 'quick' | 'emoji') => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onVoice: (recording: Recording) => void;
  readonly onVoiceKept: (recording: Recording) => void;
  readonly onSend: () => void;
};

const accepted = { picture: 'image/*', document: 'application/pdf,.pdf' } as const;

/** The buttons under the reply box. */
export function ComposerTools({ open, sendable, hint, onLayer, onFiles, onVoice, onVoiceKept, onSend }: Props) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const choose = (accept: string) => {
    if (!files.current) return;
    files.current.accept = accept;
    files.current.click();
  };
  return (
    <div className="reply-tools">
      <IconButton
        size="sm"
        label={t('chat.quickReplies')}
        aria-expanded={open === 'quick' || open === 'typed'}
        onClick={() => onLayer('quick')}
      >
        <Zap />
      </IconButton>
      <IconButton size="sm" label={t('chat.attachImage')} onClick={() => choose(accepted.picture)}>
        <ImagePlus />
      </IconButton>
      <IconButton size="sm" label={t('chat.attachFile')} onClick={() => choose(accepted.document)}>
        <Paperclip />
      </IconButton>
      <VoiceNote onSend={onVoice} onKeep={onVoiceKept} />
      <IconButton size="sm" label={t('chat.emoji')} aria-expanded={open === 'emoji'} onClick={() => onLayer('emoji')}>
        <Smile />
      </IconButton>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {hint}
      <Button size="sm" className="reply-send" aria-disabled={!sendable || undefined} onClick={onSend}>
        <SendHorizontal aria-hidden="true" />
        {t('chat.send')}
      </Button>
    </div>
  );
}

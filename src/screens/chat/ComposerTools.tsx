import { ImagePlus, SendHorizontal, Smile, Zap } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

type Props = {
  readonly open: 'typed' | 'quick' | 'emoji' | null;
  readonly sendable: boolean;
  readonly onLayer: (layer: 'quick' | 'emoji') => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: () => void;
};

/** The buttons under the reply box. */
export function ComposerTools({ open, sendable, onLayer, onFiles, onSend }: Props) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
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
      <IconButton size="sm" label={t('chat.attachImage')} onClick={() => files.current?.click()}>
        <ImagePlus />
      </IconButton>
      <IconButton size="sm" label={t('chat.emoji')} aria-expanded={open === 'emoji'} onClick={() => onLayer('emoji')}>
        <Smile />
      </IconButton>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp,image/gif"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button size="sm" className="reply-send" aria-disabled={!sendable || undefined} onClick={onSend}>
        <SendHorizontal aria-hidden="true" />
        {t('chat.send')}
      </Button>
    </div>
  );
}

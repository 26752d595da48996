import { ImagePlus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useLinks } from '../links.ts';
import { pictureTypes, useUpload } from './useUpload.ts';
import './pictures.css';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly urls: readonly string[];
  readonly max: number;
  readonly onChange: (urls: readonly string[]) => void;
  readonly error?: string | null;
  readonly round?: boolean;
};

/** Pictures that belong to a form: looked at, added and taken away. Each is sent when it is chosen. */
export function PicturesField({ label, hint, urls, max, onChange, error = null, round = false }: Props) {
  const { t } = useTranslation();
  const { linkOf } = useLinks();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, send, cancel } = useUpload((url) => onChange(max === 1 ? [url] : [...urls, url]));
  const wrong = upload.state === 'failed' ? upload.why : error;
  return (
    <fieldset className="pictures" data-round={round || undefined} aria-describedby={wrong ? `${id}-wrong` : undefined}>
      <legend>{label}</legend>
      {hint ? <p className="card-note">{hint}</p> : null}
      <div>
        {urls.map((url, at) => (
          <span key={url} className="pictures-one">
            <a href={linkOf(url)} target="_blank" rel="noopener noreferrer">
              <img src={linkOf(url)} alt={t('profile.picture.named', { field: label, number: at + 1 })} />
            </a>
            <IconButton
              size="sm"
              look="subtle"
              label={t('profile.picture.remove', { field: label, number: at + 1 })}
              onClick={() => onChange(urls.filter((one) => one !== url))}
            >
              <X />
            </IconButton>
          </span>
        ))}
        {upload.state === 'sending' ? (
          <span className="pictures-sending" role="status">
            {t('profile.picture.sending', { name: upload.name, percent: Math.round(upload.part * 100) })}
            <Button size="sm" look="ghost" tone="neutral" onClick={cancel}>
              {t('common.actions.cancel')}
            </Button>
          </span>
        ) : urls.length < max || max === 1 ? (
          <Button look="outline" tone="neutral" size="sm" onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {max === 1 && urls.length === 1 ? t('profile.picture.replace') : t('profile.picture.choose')}
            <span className="ui-hidden">{label}</span>
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('profile.picture.file', { field: label })}
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void send(file);
        }}
      />
      {wrong ? (
        <p id={`${id}-wrong`} className="form-refusal" role="alert">
          {wrong}
        </p>
      ) : null}
    </fieldset>
  );
}

import { ImagePlus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { dotted } from '../app/joined.ts';
import { useLinks } from '../app/links.ts';
import { CropDialog } from './CropDialog.tsx';
import './pictures.css';
import { limits } from '../../../contract/limits.ts';
import { sizeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
const isPicture = ({ type }: File): boolean => pictureTypes.some((one) => one === type);

type Upload =
  | { readonly state: 'idle' }
  /** Progress from 0 to 1. */
  | { readonly state: 'sending'; readonly name: string; readonly part: number }
  | { readonly state: 'failed'; readonly why: string };

const idle: Upload = { state: 'idle' };

/** Uploads one picture at a time; errors name the file. */
function useUpload(onDone: (url: string) => void) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const [upload, setUpload] = useState(idle);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const refuse = (why: string) => setUpload({ state: 'failed', why });

  async function send(file: File) {
    const { name } = file;
    if (file.size > limits.fileBytes)
      return refuse(t('errors.fileTooLarge', { name, limit: sizeText(limits.fileBytes, language) }));
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
    setUpload(answer.ok ? idle : { state: 'failed', why: dotted(name, answer.failure.message) });
    if (answer.ok) onDone(answer.data.url);
  }
  return {
    upload,
    send,
    refuse,
    cancel: () => {
      sending.current?.abort();
      setUpload(idle);
    },
  };
}

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly urls: readonly string[];
  readonly max: number;
  readonly onChange: (urls: readonly string[]) => void;
  readonly error?: string | null;
  /** The picture is shown round; a square is cut from the chosen file first. */
  readonly round?: boolean;
};

/** Pictures of a form to view, add and remove; each is uploaded when chosen. */
export function PicturesField({ label, hint, urls, max, onChange, error = null, round = false }: Props) {
  const { t } = useTranslation();
  const { linkOf } = useLinks();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, send, refuse, cancel } = useUpload((url) => onChange(max === 1 ? [url] : [...urls, url]));
  const [whole, setWhole] = useState<File | null>(null);
  const wrong = upload.state === 'failed' ? upload.why : error;
  function choose(file: File) {
    const { name } = file;
    if (!isPicture(file)) return refuse(t('errors.fileType', { name }));
    if (!round) return void send(file);
    cancel();
    setWhole(file);
  }
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
            <span>{t('profile.picture.sending', { name: upload.name, percent: Math.round(upload.part * 100) })}</span>
            <Button size="sm" look="ghost" tone="neutral" onClick={cancel}>
              {t('common.actions.cancel')}
            </Button>
          </span>
        ) : urls.length < max || max === 1 ? (
          <Button look="outline" tone="neutral" size="sm" onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            <span>{max === 1 && urls.length === 1 ? t('profile.picture.replace') : t('profile.picture.choose')}</span>
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
          if (file) choose(file);
        }}
      />
      {whole ? (
        <CropDialog
          file={whole}
          title={t('profile.crop.title')}
          onCut={(square) => {
            setWhole(null);
            void send(square);
          }}
          onUnreadable={() => {
            setWhole(null);
            refuse(t('chat.upload.unreadable', { name: whole.name }));
          }}
          onCancel={() => setWhole(null)}
        />
      ) : null}
      {wrong ? (
        <p id={`${id}-wrong`} className="form-refusal" role="alert">
          {wrong}
        </p>
      ) : null}
    </fieldset>
  );
}

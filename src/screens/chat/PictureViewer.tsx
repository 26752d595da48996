import { ChevronLeft, ChevronRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isLinkFresh, type ShownPicture } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { usePictureView } from './usePictureView.ts';
import './viewer.css';

type Props = {
  readonly patientName: string;
  /** Pictures of the conversation; the opened one may be missing from them. */
  readonly pictures: readonly ShownPicture[];
  readonly opened: ShownPicture;
  readonly linkOf: (url: string) => string;
  /** Renews an expired link; null if that fails. */
  readonly renew: (url: string) => Promise<string | null>;
  /** Why the platform refused to renew a link; null if it did not. */
  readonly refusalOf: (url: string) => string | null;
  readonly onClose: () => void;
};

type StageProps = Pick<Props, 'linkOf' | 'renew' | 'refusalOf'> & {
  readonly picture: ShownPicture;
  /** The button to try again goes, so its focus needs another place. */
  readonly keepFocus: () => void;
  readonly view: ReturnType<typeof usePictureView>;
};

/** One picture, whose link is renewed before it loads if it has expired, and when the reader tries again. */
function Stage({ picture: { url, name }, view, keepFocus, linkOf, renew, refusalOf }: StageProps) {
  const { t } = useTranslation();
  const { now$ } = useApp();
  /** Counts retries; the key, so that a retry loads the picture again. */
  const [tries, setTries] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const retry = useCallback(async () => {
    await renew(url);
    setBroken(false);
    setTries((before) => before + 1);
  }, [renew, url]);
  const hasRunOut = !isLinkFresh(linkOf(url), now$.value);
  useEffect(() => {
    if (hasRunOut) void retry();
  }, [hasRunOut, retry]);
  const refusal = isBroken ? refusalOf(url) : null;
  if (isBroken)
    return (
      <div className="viewer-broken" role="alert">
        <p>{refusal ?? t('chat.body.imageBroken')}</p>
        {refusal === null ? (
          <Button
            look="outline"
            size="sm"
            onClick={() => {
              keepFocus();
              void retry();
            }}
          >
            {t('common.actions.retry')}
          </Button>
        ) : null}
      </div>
    );
  return (
    <div className="viewer-stage" data-movable={view.isLarge || undefined} {...view.stage}>
      <img
        key={tries}
        src={linkOf(url)}
        alt={name ?? t('chat.body.image')}
        draggable={false}
        onError={() => setBroken(true)}
        {...view.image}
      />
    </div>
  );
}

type ToolsProps = { readonly view: ReturnType<typeof usePictureView>; readonly onClose: () => void };

function Tools({ view, onClose }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton size="sm" label={t('chat.zoomOut')} keys="-" onClick={view.zoomOut}>
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <span className="viewer-percent">{t('chat.zoomPercent', { percent: view.percent })}</span>
      <IconButton size="sm" label={t('chat.zoomIn')} keys="+" onClick={view.zoomIn}>
        <ZoomIn aria-hidden="true" />
      </IconButton>
      <Button size="sm" look="ghost" tone="neutral" aria-keyshortcuts="0" onClick={view.showWhole}>
        {t('chat.zoomFit')}
      </Button>
      <Button size="sm" look="ghost" tone="neutral" aria-keyshortcuts="1" onClick={view.actual}>
        {t('chat.zoomPercent', { percent: 100 })}
      </Button>
      <IconButton size="sm" label={t('chat.rotate')} keys="R" onClick={view.turn}>
        <RotateCw aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('common.actions.close')} keys="Esc" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

/**
 * The pictures of a conversation beside it, which stays usable: zoom by wheel, fingers, buttons or + and -, 0 shows the
 * whole picture, 1 its own pixels, R rotates, the arrows move or change the picture, Escape closes.
 */
export function PictureViewer({ patientName, pictures, opened, linkOf, renew, refusalOf, onClose }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [url, setUrl] = useState(opened.url);
  const all = pictures.some((one) => one.url === opened.url) ? pictures : [opened];
  const at = Math.max(
    0,
    all.findIndex((one) => one.url === url),
  );
  const picture = all[at] ?? opened;
  const view = usePictureView(picture.url);
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    };
  }, []);
  const go = (by: number) => setUrl(all[at + by]?.url ?? picture.url);

  function press(event: KeyboardEvent) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') onClose();
    else if (!view.press(key)) {
      if (key === 'ArrowLeft' || key === 'PageUp') go(-1);
      else if (key === 'ArrowRight' || key === 'PageDown') go(1);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  const by = t(picture.mine ? 'chat.pictureFromDoctor' : 'chat.pictureFromPatient');
  return (
    <section
      ref={panel}
      className="viewer"
      aria-label={t('chat.viewer', { patient: patientName })}
      tabIndex={-1}
      onKeyDown={press}
    >
      <header className="viewer-head">
        <p>
          <bdi>
            <strong>{patientName}</strong>
          </bdi>
          <span>
            <span>{`${by} `}</span>
            <time dateTime={new Date(picture.sendTime).toISOString()}>{dateTimeText(picture.sendTime, locale)}</time>
          </span>
        </p>
        <div className="viewer-tools">
          {all.length > 1 ? (
            <>
              <IconButton size="sm" label={t('common.actions.previous')} disabled={at === 0} onClick={() => go(-1)}>
                <ChevronLeft aria-hidden="true" />
              </IconButton>
              <span className="viewer-percent">{t('chat.pictureAt', { at: at + 1, count: all.length })}</span>
              <IconButton
                size="sm"
                label={t('common.actions.next')}
                disabled={at === all.length - 1}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
          <Tools view={view} onClose={onClose} />
        </div>
      </header>
      <Stage
        key={picture.url}
        picture={picture}
        view={view}
        keepFocus={() => panel.current?.focus()}
        linkOf={linkOf}
        renew={renew}
        refusalOf={refusalOf}
      />
    </section>
  );
}

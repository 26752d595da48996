import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import Lightbox, { IconButton } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { isLinkFresh, type Picture } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { overlayHost } from '../../ui/overlayHost.ts';
import { useApp } from '../app.ts';
import 'yet-another-react-lightbox/styles.css';
import './viewer.css';

declare module 'yet-another-react-lightbox' {
  interface Labels {
    Rotate?: string;
  }
}

type Props = {
  /** Pictures of the conversation; the opened one may be missing from them. */
  readonly pictures: readonly Picture[];
  readonly opened: Picture;
  readonly linkOf: (url: string) => string;
  /** Renews an expired link; null if that fails. */
  readonly renew: (url: string) => Promise<string | null>;
  readonly onClose: () => void;
};

/** Rotates a picture and limits its sides to those of the screen. */
const turned = (turns: number) => ({
  transform: `rotate(${turns * 90}deg)`,
  ...(turns % 2 === 0 ? {} : { maxWidth: 'min(100%, 100dvh)', maxHeight: 'min(100%, 100dvw)' }),
});

const RotateIcon = () => <RotateCw aria-hidden="true" />;

/** Full-size pictures of a conversation: zoom (+, -), rotate (R), arrow keys, Escape. */
export function PictureViewer({ pictures, opened, linkOf, renew, onClose }: Props) {
  const { t } = useTranslation();
  const { now$ } = useApp();
  const openedAt = pictures.findIndex(({ url }) => url === opened.url);
  const all = openedAt < 0 ? [opened] : pictures;
  const [at, setAt] = useState(Math.max(0, openedAt));
  const [turns, setTurns] = useState(0);
  /** Number of retries; used as the key, so that a retry remounts the viewer and reloads the picture. */
  const [tries, setTries] = useState(0);
  const current = all[at];
  const turn = useCallback(() => setTurns((before) => before + 1), []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey) turn();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [turn]);

  const url = current?.url ?? '';
  const retry = useCallback(async () => {
    await renew(url);
    setTries((before) => before + 1);
  }, [renew, url]);
  const hasRunOut = !isLinkFresh(linkOf(url), now$.value);
  useEffect(() => {
    if (hasRunOut) void retry();
  }, [hasRunOut, retry]);
  const size = ({ width, height }: Picture) => (width > 0 && height > 0 ? { width, height } : {});
  const slides = all.map((picture) => ({ src: linkOf(picture.url), alt: picture.name ?? '', ...size(picture) }));
  return (
    <Lightbox
      key={tries}
      open
      close={onClose}
      portal={{ root: overlayHost.current }}
      index={at}
      slides={slides}
      plugins={[Zoom]}
      on={{
        view({ index }) {
          if (index !== at) setTurns(0);
          setAt(index);
        },
      }}
      carousel={{ finite: true, imageProps: { style: turned(turns) } }}
      controller={{ closeOnBackdropClick: true }}
      toolbar={{
        buttons: [
          <IconButton key="turn" label="Rotate" icon={RotateIcon} onClick={turn} aria-keyshortcuts="R" />,
          'zoom',
          'close',
        ],
      }}
      render={{
        iconError: () => (
          <div className="viewer-broken" role="alert">
            <p>{t('chat.body.imageBroken')}</p>
            <button type="button" onClick={() => void retry()}>
              {t('common.actions.retry')}
            </button>
          </div>
        ),
      }}
      labels={{
        Lightbox: t('chat.viewer'),
        Close: t('common.actions.close'),
        Previous: t('common.actions.previous'),
        Next: t('common.actions.next'),
        Rotate: t('chat.rotate'),
        'Zoom in': t('chat.zoomIn'),
        'Zoom out': t('chat.zoomOut'),
      }}
    />
  );
}

import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import 'yet-another-react-lightbox/styles.css';

export type Picture = Extract<MessageBody, { kind: 'image' }>;

type Props = {
  /** Those of the conversation; the one that was opened may be another one. */
  readonly pictures: readonly Picture[];
  readonly opened: Picture;
  readonly linkOf: (url: string) => string;
  readonly onClose: () => void;
};

/** The pictures of a conversation, large: zoom, arrow keys, Escape. */
export function PictureViewer({ pictures, opened, linkOf, onClose }: Props) {
  const { t } = useTranslation();
  const at = pictures.findIndex(({ url }) => url === opened.url);
  const all = at < 0 ? [opened] : pictures;
  const size = ({ width, height }: Picture) => (width > 0 && height > 0 ? { width, height } : {});
  return (
    <Lightbox
      open
      close={onClose}
      index={Math.max(0, at)}
      slides={all.map((picture) => ({ src: linkOf(picture.url), alt: picture.name ?? '', ...size(picture) }))}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Lightbox: t('chat.viewer'),
        Close: t('common.actions.close'),
        Previous: t('common.actions.previous'),
        Next: t('common.actions.next'),
        'Zoom in': t('chat.zoomIn'),
        'Zoom out': t('chat.zoomOut'),
      }}
    />
  );
}

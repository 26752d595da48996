import type { ChatMessage } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { bodyText } from './bodyText.ts';
import { ChatPicture } from './ChatPicture.tsx';
import { FileLink } from './FileLink.tsx';
import { LinkedText } from './LinkedText.tsx';
import type { RowActions } from './rowActions.ts';

/** The patient's pictures, whose size nobody knows, in places of one size. */
function CardPictures({ urls, actions }: { readonly urls: readonly string[]; readonly actions: RowActions }) {
  const { t } = useTranslation();
  if (urls.length === 0) return null;
  return (
    <span className="chat-card-pictures">
      {urls.map((url) => (
        <button
          key={url}
          type="button"
          aria-label={t('chat.body.image')}
          onClick={() =>
            actions.openPicture({ kind: 'image', url, thumbnailUrl: null, width: 0, height: 0, name: null })
          }
        >
          <img src={actions.fileLink(url)} alt="" width={64} height={64} loading="lazy" />
        </button>
      ))}
    </span>
  );
}

type Props = { readonly message: ChatMessage; readonly actions: RowActions; readonly card: React.ReactNode };

/** What a message shows by its kind. */
export function MessageContent({ message: { body }, actions, card }: Props) {
  const { t } = useTranslation();
  switch (body.kind) {
    case 'text':
      return <LinkedText text={body.text} />;
    case 'image':
      return <ChatPicture picture={body} actions={actions} />;
    case 'voice':
      // biome-ignore lint/a11y/useMediaCaption: a patient's own voice note has no captions anywhere.
      return <audio controls preload="none" src={actions.fileLink(body.url)} aria-label={bodyText(body)} />;
    case 'file':
      return <FileLink file={body} actions={actions} />;
    case 'prescription':
      return (
        <button type="button" className="chat-card" onClick={() => actions.openPrescription(body.prescriptionId)}>
          <strong>{bodyText(body)}</strong>
          {card}
        </button>
      );
    case 'case':
      return (
        <button type="button" className="chat-card" onClick={actions.openRecord}>
          <strong>{bodyText(body)}</strong>
          <span>{body.summary}</span>
        </button>
      );
    case 'patient':
      return (
        <div className="chat-card" data-plain="">
          <strong>{t('chat.body.patientCard')}</strong>
          <span>{body.chiefComplaint}</span>
          <CardPictures urls={body.images} actions={actions} />
        </div>
      );
    case 'notice':
    case 'unknown':
      return <span>{bodyText(body)}</span>;
  }
}

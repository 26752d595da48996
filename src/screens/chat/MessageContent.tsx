import type { ChatMessage } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import { bodyText } from './bodyText.ts';
import { ChatPicture } from './ChatPicture.tsx';
import { LinkedText } from './LinkedText.tsx';
import type { RowActions } from './rowActions.ts';

type Props = { readonly message: ChatMessage; readonly actions: RowActions; readonly card: React.ReactNode };

/** What a message shows by its kind. */
export function MessageContent({ message: { body, mine }, actions, card }: Props) {
  const { t, language } = useTranslation();
  switch (body.kind) {
    case 'text':
      return <LinkedText text={body.text} />;
    case 'image':
      return <ChatPicture picture={body} mine={mine} open={actions.openPicture} />;
    case 'voice':
      // biome-ignore lint/a11y/useMediaCaption: a patient's own voice note has no captions anywhere.
      return <audio controls preload="none" src={actions.fileLink(body.url)} aria-label={bodyText(body)} />;
    case 'file':
      return (
        <a href={actions.fileLink(body.url)} target="_blank" rel="noopener noreferrer">
          {t('chat.body.file', { name: body.name, size: sizeText(body.sizeBytes, language) })}
        </a>
      );
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
        </div>
      );
    case 'notice':
    case 'unknown':
      return <span>{bodyText(body)}</span>;
  }
}

import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cardPicture } from '../../domain/pictures.ts';
import type { ChatMessage } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { bodyText } from './bodyText.ts';
import { ChatPicture } from './ChatPicture.tsx';
import { FileLink } from './FileLink.tsx';
import { LinkedText } from './LinkedText.tsx';
import type { RowActions } from './rowActions.ts';
import { VoicePlayer } from './VoicePlayer.tsx';

type CardPictureProps = { readonly url: string; readonly actions: RowActions };

/** One picture of the patient's card, whose size nobody knows; a link that has run out is renewed once. */
function CardPicture({ url, actions }: CardPictureProps) {
  const { t } = useTranslation();
  const [source, setSource] = useState(() => actions.fileLink(url));
  const [state, setState] = useState<'shown' | 'renewing' | 'broken'>('shown');
  async function renew() {
    setState('renewing');
    const fresh = await actions.renewLink(url);
    if (fresh) setSource(fresh);
    else setState('broken');
  }
  if (state === 'broken')
    return (
      <button type="button" className="chat-card-broken" onClick={() => void renew()}>
        <ImageOff aria-hidden="true" />
        {t('common.actions.retry')}
      </button>
    );
  return (
    <button type="button" aria-label={t('chat.body.image')} onClick={() => actions.openPicture(cardPicture(url))}>
      <img
        src={source}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        onLoad={() => setState('shown')}
        onError={() => (state === 'shown' ? void renew() : setState('broken'))}
      />
    </button>
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
      return (
        <VoicePlayer
          src={actions.fileLink(body.url)}
          durationS={body.durationS}
          label={bodyText(body)}
          renew={() => actions.renewLink(body.url)}
        />
      );
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
          {body.images.length > 0 ? (
            <span className="chat-card-pictures">
              {body.images.map((url) => (
                <CardPicture key={url} url={url} actions={actions} />
              ))}
            </span>
          ) : null}
        </div>
      );
    case 'notice':
    case 'unknown':
      return <span>{bodyText(body)}</span>;
  }
}

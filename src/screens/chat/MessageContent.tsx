import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cardPicture, type Picture } from '../../domain/attachedFiles.ts';
import type { ChatMessage } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { bodyText } from './bodyText.ts';
import { FileLink } from './FileLink.tsx';
import type { RowActions } from './rowActions.ts';
import { VoicePlayer } from './VoicePlayer.tsx';

type ChatPictureProps = { readonly picture: Picture; readonly actions: RowActions };

const longest = 220;

/** A picture whose size is reserved before it loads, so that nothing jumps. */
function ChatPicture({ picture, actions }: ChatPictureProps) {
  const { t } = useTranslation();
  const { width, height } = picture;
  const url = picture.thumbnailUrl ?? picture.url;
  const [source, setSource] = useState(() => actions.fileLink(url));
  const [state, setState] = useState<'shown' | 'renewing' | 'broken'>('shown');
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  const size = { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
  const name = picture.name ?? t('chat.body.image');

  async function renew() {
    setState('renewing');
    const fresh = await actions.renewLink(url);
    if (fresh) setSource(fresh);
    setState(fresh ? 'renewing' : 'broken');
  }
  if (state === 'broken')
    return (
      <div className="chat-picture" data-broken="" style={size}>
        <span>{t('chat.body.imageBroken')}</span>
        <button type="button" onClick={() => void renew()}>
          {t('common.actions.retry')}
        </button>
      </div>
    );
  return (
    <button type="button" className="chat-picture" style={size} onClick={() => actions.openPicture(picture)}>
      <img
        src={source}
        alt={name}
        width={size.width}
        height={size.height}
        decoding="async"
        onLoad={() => setState('shown')}
        onError={() => (state === 'shown' ? void renew() : setState('broken'))}
      />
    </button>
  );
}

const address = /(https?:\/\/[^\s<>"'，。；）]+)/;

/** Plain text in which only http and https URLs become links, opened without opener or referrer. */
function LinkedText({ text }: { text: string }) {
  const parts = text.split(address);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}

type CardPictureProps = { readonly url: string; readonly actions: RowActions };

/** A picture of unknown size in the patient's card; an expired link is renewed once. */
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

/** Renders a message by its kind. */
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

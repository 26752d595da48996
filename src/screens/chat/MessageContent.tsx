import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { cardPicture, isLinkFresh, type Picture, shownPicture } from '../../domain/attachedFiles.ts';
import type { ChatMessage, MessageBody } from '../../domain/message.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { bodyText } from './bodyText.ts';
import { FileLink } from './FileLink.tsx';
import type { RowActions } from './rowActions.ts';
import { textParts } from './textParts.ts';
import { VoicePlayer } from './VoicePlayer.tsx';

type ChatPictureProps = { readonly picture: Picture; readonly message: ChatMessage; readonly actions: RowActions };

const longest = 220;

/** A link to a picture or a voice note: renewed before it loads if it is not fresh, and once if it fails. */
function useFileLink(url: string, { fileLink, renewLink, linkRefusal }: RowActions) {
  const { now$ } = useApp();
  const [source, setSource] = useState(() => fileLink(url));
  const [state, setState] = useState<'shown' | 'renewing' | 'broken'>('shown');
  const isFresh = isLinkFresh(source, now$.value);
  const renew = useCallback(async () => {
    setState('renewing');
    const fresh = await renewLink(url);
    if (fresh) setSource(fresh);
    else setState('broken');
  }, [renewLink, url]);
  useEffect(() => {
    if (!isFresh) void renew();
  }, [isFresh, renew]);
  return {
    isBroken: state === 'broken',
    refusal: state === 'broken' ? linkRefusal(url) : null,
    renew: () => void renew(),
    picture: {
      src: isFresh ? source : undefined,
      onLoad: () => setState('shown'),
      onError: () => (state === 'shown' ? void renew() : setState('broken')),
    },
  };
}

/** A picture whose size is reserved before it loads, so that nothing jumps. */
function ChatPicture({ picture, message, actions }: ChatPictureProps) {
  const { t } = useTranslation();
  const { width, height } = picture;
  const link = useFileLink(picture.thumbnailUrl ?? picture.url, actions);
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  const size = { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
  const name = picture.name ?? t('chat.body.image');
  if (link.isBroken)
    return (
      <div className="chat-picture" data-broken="" style={link.refusal === null ? size : { width: longest }}>
        <span>{link.refusal ?? t('chat.body.imageBroken')}</span>
        {link.refusal === null ? (
          <button type="button" onClick={link.renew}>
            {t('common.actions.retry')}
          </button>
        ) : null}
      </div>
    );
  return (
    <button
      type="button"
      className="chat-picture"
      style={size}
      onClick={() => actions.openPicture(shownPicture(picture, message))}
    >
      <img {...link.picture} alt={name} width={size.width} height={size.height} decoding="async" />
    </button>
  );
}

/** Text in which addresses are links, opened without opener or referrer; each paragraph has its own direction. */
function LinkedText({ text }: { readonly text: string }) {
  const parts = textParts(text);
  if (parts.every(({ kind }) => kind === 'text')) return <div dir="auto">{text}</div>;
  return (
    <div dir="auto">
      {parts.map((part, index) =>
        part.kind === 'link' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
          <a key={index} href={part.text} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
          <span key={index}>{part.text}</span>
        ),
      )}
    </div>
  );
}

type CardPictureProps = { readonly url: string; readonly message: ChatMessage; readonly actions: RowActions };

/** A picture of unknown size in the patient's card. */
function CardPicture({ url, message, actions }: CardPictureProps) {
  const { t } = useTranslation();
  const link = useFileLink(url, actions);
  if (link.isBroken)
    return (
      <button type="button" className="chat-card-broken" onClick={link.renew}>
        <ImageOff aria-hidden="true" />
        <span>{link.refusal ?? t('common.actions.retry')}</span>
      </button>
    );
  return (
    <button
      type="button"
      aria-label={t('chat.body.image')}
      onClick={() => actions.openPicture(shownPicture(cardPicture(url), message))}
    >
      <img {...link.picture} alt="" width={64} height={64} loading="lazy" />
    </button>
  );
}

type VoiceMessageProps = { readonly note: Extract<MessageBody, { kind: 'voice' }>; readonly actions: RowActions };

function VoiceMessage({ note, actions }: VoiceMessageProps) {
  const { picture } = useFileLink(note.url, actions);
  return (
    <VoicePlayer
      src={picture.src ?? actions.fileLink(note.url)}
      durationS={note.durationS}
      label={bodyText(note)}
      renew={() => actions.renewLink(note.url)}
      refusal={() => actions.linkRefusal(note.url)}
    />
  );
}

type Props = { readonly message: ChatMessage; readonly actions: RowActions; readonly card: React.ReactNode };

/** Renders a message by its kind. */
export function MessageContent({ message, actions, card }: Props) {
  const { body } = message;
  const { t } = useTranslation();
  switch (body.kind) {
    case 'text':
      return <LinkedText text={body.text} />;
    case 'image':
      return <ChatPicture picture={body} message={message} actions={actions} />;
    case 'voice':
      return <VoiceMessage note={body} actions={actions} />;
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
          <span dir="auto">{body.summary}</span>
        </button>
      );
    case 'patient':
      return (
        <div className="chat-card" data-plain="">
          <strong>{t('chat.body.patientCard')}</strong>
          <span dir="auto">{body.chiefComplaint}</span>
          {body.images.length > 0 ? (
            <span className="chat-card-pictures">
              {body.images.map((url) => (
                <CardPicture key={url} url={url} message={message} actions={actions} />
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

import { useState } from 'react';
import type { MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';

type Picture = Extract<MessageBody, { kind: 'image' }>;
type Props = { readonly picture: Picture; readonly mine: boolean; readonly open: (picture: Picture) => void };

const longest = 220;

/** A picture whose place is kept before it has loaded, so that nothing jumps. */
export function ChatPicture({ picture, mine, open }: Props) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  const { width, height } = picture;
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  const size = { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
  const name = mine ? t('chat.body.image') : t('chat.body.imageOf', { name: picture.name ?? t('chat.body.image') });
  if (broken)
    return (
      <div className="chat-picture" data-broken="" style={size}>
        <span>{t('chat.body.imageBroken')}</span>
        <button
          type="button"
          onClick={() => {
            setBroken(false);
            setAttempt(attempt + 1);
          }}
        >
          {t('common.actions.retry')}
        </button>
      </div>
    );
  return (
    <button type="button" className="chat-picture" style={size} onClick={() => open(picture)}>
      <img
        key={attempt}
        src={picture.thumbnailUrl ?? picture.url}
        alt={name}
        width={size.width}
        height={size.height}
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  );
}

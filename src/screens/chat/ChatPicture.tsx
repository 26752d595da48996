import { useState } from 'react';
import type { Picture } from '../../domain/pictures.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RowActions } from './rowActions.ts';

type Props = { readonly picture: Picture; readonly actions: RowActions };

const longest = 220;

/** A picture whose place is kept before it has loaded, so that nothing jumps. */
export function ChatPicture({ picture, actions }: Props) {
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

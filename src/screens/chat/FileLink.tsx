import { useState } from 'react';
import type { MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import type { RowActions } from './rowActions.ts';

type Props = { readonly file: Extract<MessageBody, { kind: 'file' }>; readonly actions: RowActions };

/** A file of the conversation. Its link is renewed when somebody is about to open it. */
export function FileLink({ file: { url, name, sizeBytes }, actions }: Props) {
  const { t, language } = useTranslation();
  const [href, setHref] = useState(() => actions.fileLink(url));
  const renew = () => void actions.renewLink(url).then((fresh) => fresh && setHref(fresh));
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onPointerEnter={renew} onFocus={renew}>
      {t('chat.body.file', { name, size: sizeText(sizeBytes, language) })}
    </a>
  );
}

import { FileText } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { isLinkFresh } from '../../domain/fileLink.ts';
import type { MessageBody } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import type { RowActions } from './rowActions.ts';

type Props = { readonly file: Extract<MessageBody, { kind: 'file' }>; readonly actions: RowActions };

const typeName = (type: string, name: string): string =>
  type === 'application/pdf' ? 'PDF' : (/\.(\w{1,5})$/.exec(name)?.[1] ?? type.split('/').at(-1) ?? '').toUpperCase();

/** A file of the conversation: name, size and kind. Its link is renewed when it has run out. */
export function FileLink({ file: { url, name, sizeBytes, type }, actions }: Props) {
  const { t, language } = useTranslation();
  const { now$ } = useApp();
  const [href, setHref] = useState(() => actions.fileLink(url));
  const [lost, setLost] = useState(false);

  const isFresh = () => isLinkFresh(href, now$.value);
  async function renew(): Promise<string | null> {
    const fresh = await actions.renewLink(url);
    setLost(fresh === null);
    if (fresh) setHref(fresh);
    return fresh;
  }
  async function openFresh() {
    const fresh = await renew();
    if (fresh) window.open(fresh, '_blank', 'noopener,noreferrer');
  }
  function open(event: MouseEvent) {
    if (isFresh()) return;
    event.preventDefault();
    void openFresh();
  }
  const ahead = () => {
    if (!isFresh()) void renew();
  };
  const about = `${typeName(type, name)} · ${sizeText(sizeBytes, language)}`;
  return (
    <a
      className="chat-file"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('chat.body.file', { name, size: about })}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={open}
    >
      <FileText aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        <small>{lost ? t('chat.body.fileLost') : about}</small>
      </span>
    </a>
  );
}

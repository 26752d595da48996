import { FileText } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { isLinkSure, linkLeftMs } from '../../domain/attachedFiles.ts';
import type { MessageBody } from '../../domain/message.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { sizeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import type { RowActions } from './rowActions.ts';

const blankMs = 60_000;

/**
 * Opens a window during the click, because browsers block one opened after a request; its URL is set later. The windows
 * cannot access each other and no referrer is sent. Returns null if pop-ups are blocked.
 */
function openDuringClick(title: string) {
  const opened = window.open('about:blank', '_blank');
  if (opened === null) return null;
  const { document } = opened;
  opened.opener = null;
  document.title = title;
  /** The URL was a download, so the window would stay blank. */
  function closeIfBlank() {
    try {
      if (opened?.location.href === 'about:blank') opened.close();
    } catch {
      // A cross-origin page, so the document is shown.
    }
  }
  return {
    goTo(address: string) {
      const link = document.createElement('a');
      link.href = address;
      link.rel = 'noreferrer';
      document.body.append(link);
      link.click();
      setTimeout(closeIfBlank, blankMs);
    },
    close: () => opened.close(),
  };
}

type Props = { readonly file: Extract<MessageBody, { kind: 'file' }>; readonly actions: RowActions };

/** setTimeout fires at once for a longer delay. */
const longestTimerMs = 2 ** 31 - 1;

const typeName = (type: string, name: string): string =>
  type === 'application/pdf' ? 'PDF' : (/\.(\w{1,5})$/.exec(name)?.[1] ?? type.split('/').at(-1) ?? '').toUpperCase();

/** A file with name, size and kind; its link is renewed when it expires. */
export function FileLink({ file: { url, name, sizeBytes, type }, actions }: Props) {
  const { t, language } = useTranslation();
  const { now$ } = useApp();
  const [href, setHref] = useState(() => actions.fileLink(url));
  const [lost, setLost] = useState(false);

  const renewal = useRef(actions.renewLink);
  const atLeastMs = useRef(0);
  renewal.current = actions.renewLink;
  // Renews a visible link before it expires, so that a click works at once.
  useEffect(() => {
    const leftMs = linkLeftMs(href, now$.value);
    if (leftMs === null || leftMs > longestTimerMs) return;
    const timer = setTimeout(
      async () => {
        // Prevents endless requests if the local clock is wrong.
        atLeastMs.current = 60_000;
        const fresh = document.visibilityState === 'visible' ? await renewal.current(url) : null;
        if (fresh) setHref(fresh);
      },
      Math.max(leftMs, atLeastMs.current),
    );
    return () => clearTimeout(timer);
  }, [href, url, now$]);

  const isFresh = () => isLinkSure(href, now$.value);
  async function renew(): Promise<string | null> {
    const fresh = await actions.renewLink(url);
    setLost(fresh === null);
    if (fresh) setHref(fresh);
    return fresh;
  }
  async function openFresh() {
    const other = openDuringClick(name);
    const fresh = await renew();
    if (fresh === null) other?.close();
    else other?.goTo(fresh);
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
        <small>{lost ? (actions.linkRefusal(url) ?? t('chat.body.fileLost')) : about}</small>
      </span>
    </a>
  );
}

import { useSelector } from '@xstate/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { siteNameIn } from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { isTyping, useIgnoredKeys } from '../../ui/useIgnoredKeys.ts';
import { useApp } from '../app/app.ts';
import { useTitle } from '../layout/useTitle.ts';
import './session.css';

/** Chakra's overlays close on these events, but interaction with the lock screen is not a click outside them. */
const outside = ['pointerdown.outside', 'focus.outside'];

/**
 * Detaches the page and its overlays from the DOM, so that nothing can be read, focused or printed; React state is
 * kept. Returns the function that restores it with its scroll positions and focus.
 */
function detachPage(page: HTMLElement | null): () => void {
  const home = page?.parentNode;
  if (!page || !home) return () => {};
  const active = page.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = Array.from(page.querySelectorAll('*'), (box) => ({
    box,
    top: box.scrollTop,
    left: box.scrollLeft,
  })).filter(({ top, left }) => top !== 0 || left !== 0);
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Commits text of an input method before its field is detached.
  if (active instanceof HTMLElement) active.blur();
  for (const type of outside) page.addEventListener(type, ignore, true);
  page.remove();
  return () => {
    home.prepend(page);
    for (const type of outside) page.removeEventListener(type, ignore, true);
    for (const { box, top, left } of scrolled) box.scrollTo({ top, left, behavior: 'instant' });
    // The lock dialog unmounts in the same update and holds the focus until then.
    if (active instanceof HTMLElement) queueMicrotask(() => active.focus({ preventScroll: true }));
  };
}

const dialogKeys = new Set(['Escape', 'Tab']);

/** Replaces the page while the screen is locked, in the browser's top layer. */
export function LockCover({ children }: { readonly children: ReactNode }) {
  const cover = useRef<HTMLDialogElement>(null);
  // The person who locks the screen types the password at once, but not with the focus in a field of the page.
  const [isInterrupting] = useState(isTyping);
  useIgnoredKeys(isInterrupting);
  useLayoutEffect(() => {
    const dialog = cover.current;
    const { documentElement } = document;
    const restorePage = detachPage(document.getElementById('page'));
    documentElement.dataset.locked = '';
    if (dialog && !dialog.open) dialog.showModal?.();
    /** Keys outside the form must trigger no shortcuts and not reach a dialog of the page. */
    const guard = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && dialog?.contains(event.target);
      if (!isInside || dialogKeys.has(event.key)) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', guard, true);
    return () => {
      window.removeEventListener('keydown', guard, true);
      delete documentElement.dataset.locked;
      restorePage();
    };
  }, []);
  return createPortal(
    <dialog
      ref={cover}
      className="lock-screen"
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="lock-card">{children}</div>
    </dialog>,
    document.body,
  );
}

/** Sets the title if the page opens locked and its screens were never mounted. */
export function LockedPage() {
  const { t } = useTranslation();
  const { session } = useApp();
  useTitle(useSelector(session, siteNameIn) || t('layout.product'));
  return null;
}

/** Shown until the code of the form has loaded; loading is retried. */
export function LockFallback() {
  const { t } = useTranslation();
  const { session } = useApp();
  return (
    <>
      <h1 id="lock-title">{t('session.lock.title')}</h1>
      <p role="status">{t('session.lock.missing')}</p>
      <Button onClick={() => location.reload()}>{t('common.actions.reload')}</Button>
      <Button look="ghost" tone="neutral" onClick={() => session.send({ type: 'logout.requested' })}>
        {t('layout.account.logOut')}
      </Button>
    </>
  );
}

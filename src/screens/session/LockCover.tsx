import { useSelector } from '@xstate/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { useTitle } from '../layout/useTitle.ts';
import './session.css';

/** Chakra's layers close on these events; what happens on the locked screen is no click outside of a dialog of the page. */
const outside = ['pointerdown.outside', 'focus.outside'];

/**
 * Takes the page out of the document, with everything that lies over it: nothing of it can be read, reached or printed,
 * whatever its styles say. Its state lives on. The returned function puts it back, scrolled and focused as it was.
 */
function takeOut(page: HTMLElement | null): () => void {
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
  // Text that an input method still composes is taken over before its field goes.
  if (active instanceof HTMLElement) active.blur();
  for (const type of outside) page.addEventListener(type, ignore, true);
  page.remove();
  return () => {
    home.prepend(page);
    for (const type of outside) page.removeEventListener(type, ignore, true);
    for (const { box, top, left } of scrolled) box.scrollTo({ top, left, behavior: 'instant' });
    // The dialog of the locked screen leaves with the same update; before that nothing else takes the focus.
    if (active instanceof HTMLElement) queueMicrotask(() => active.focus({ preventScroll: true }));
  };
}

const dialogKeys = new Set(['Escape', 'Tab']);

/** Stands in the place of the page while the screen is locked, in the browser's top layer. */
export function LockCover({ children }: { readonly children: ReactNode }) {
  const cover = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = cover.current;
    const { documentElement } = document;
    const putBack = takeOut(document.getElementById('page'));
    documentElement.dataset.locked = '';
    if (dialog && !dialog.open) dialog.showModal?.();
    /** Keys pressed beside the form are no shortcuts now, and none of them reaches a dialog of the page. */
    const guard = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && dialog?.contains(event.target);
      if (!isInside || dialogKeys.has(event.key)) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', guard, true);
    return () => {
      window.removeEventListener('keydown', guard, true);
      delete documentElement.dataset.locked;
      putBack();
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

/** In the place of screens that were never made: the page has its title all the same. */
export function LockedPage() {
  const { t } = useTranslation();
  const { session } = useApp();
  useTitle(useSelector(session, (s) => s.context.tenant?.name ?? '') || t('layout.product'));
  return null;
}

/** Stands there until the form's program has come, which is fetched again and again. */
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

import type { KeyboardEvent } from 'react';

/** The key of the message whose row contains an element. */
export const messageKeyAt = (target: EventTarget): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : null) ?? null;

/** Arrow keys move the focus between messages, which screen readers then read. */
export function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (step === 0 || !(event.target instanceof Element)) return;
  const bubbles = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-message')];
  const at = bubbles.findIndex((bubble) => bubble.closest('[data-row]')?.contains(event.target as Element));
  const next = at < 0 ? bubbles.at(-1) : bubbles[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const mostTries = 12;

const isInView = (log: HTMLElement, key: string): boolean => {
  const row = log.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  const box = log.getBoundingClientRect();
  return row !== undefined && row.top < box.bottom && row.bottom > box.top;
};

/**
 * Scrolls to a row again until it is visible, because older pages and late measurements move it; returns the cancel
 * function.
 */
export function scrollUntilVisible(log: HTMLElement, key: string, scroll: () => void): () => void {
  let frame = 0;
  let tries = 0;
  const once = () => {
    if (tries > 0 && isInView(log, key)) return;
    scroll();
    tries += 1;
    if (tries < mostTries) frame = requestAnimationFrame(() => requestAnimationFrame(once));
  };
  frame = requestAnimationFrame(once);
  return () => cancelAnimationFrame(frame);
}

import type { KeyboardEvent } from 'react';

/** The message that an element of a row belongs to. */
export const keyAt = (target: EventTarget): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : null) ?? null;

/** Up and down go from message to message, once the focus is in the log; what is focused is read out. */
export function walkBubbles(event: KeyboardEvent<HTMLElement>): void {
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

import type { KeyboardEvent } from 'react';

/** The fields of the line itself, without the reasons for its findings. */
const lineFields = ':is(.rx-fields, .rx-regimen) :is(input, select)';
export const isLineField = (target: Element) => target.matches(lineFields);

/** Enter moves to the next field of the line. */
export function toNextField(event: KeyboardEvent<HTMLElement>, onDone: () => void) {
  const field = event.target;
  if (event.key !== 'Enter' || !(field instanceof HTMLElement)) return;
  // With another key it is a shortcut, such as the one that submits.
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!isLineField(field)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(lineFields)];
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else onDone();
}

import { withVisibleControls } from '../domain/direction.ts';

type TextBox = HTMLTextAreaElement | HTMLInputElement;

/** Replaces the selection of a text box, or all of its text, as typing does, so that Undo takes it back. */
export function insertText(box: TextBox, text: string, instead: 'selection' | 'all' = 'selection'): void {
  box.focus();
  if (instead === 'all') box.select();
  // Deprecated, but the only call after which the browser's own Undo works.
  const { ownerDocument: page } = box;
  if (typeof page.execCommand === 'function' && page.execCommand('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Gives a text box, which shows its new text already, that text as typing does, so that Undo brings the old one back. */
export function retype(box: TextBox, { before, after }: { readonly before: string; readonly after: string }): void {
  box.value = before;
  insertText(box, after, 'all');
}

const isTextBox = (target: EventTarget | null): target is TextBox =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** Makes direction controls visible that are pasted, dropped or typed into a text box, before they turn its text. */
export function showTypedControls(window: Window): void {
  const show = (event: InputEvent) => {
    const visible = withVisibleControls(event.data ?? '');
    if (!event.cancelable || visible === (event.data ?? '') || !isTextBox(event.target)) return;
    event.preventDefault();
    insertText(event.target, visible);
  };
  window.addEventListener('beforeinput', show, { capture: true });
}

import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { ChatLine } from './chatLines.ts';

/** Whether something of this row is selected, more than the border to its neighbour. */
function isSelected(row: Element, range: Range): boolean {
  const bubble = row.querySelector('.chat-bubble');
  if (!bubble || !range.intersectsNode(bubble)) return false;
  const part = document.createRange();
  part.selectNodeContents(bubble);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  return part.toString() !== '' || part.cloneContents().querySelector('img, button, [role="group"]') !== null;
}

const selectedRows = (log: Element, range: Range): Element[] =>
  [...log.querySelectorAll('.chat-row')].filter((row) => isSelected(row, range));

/**
 * The keys of the first and last selected message, where a copy is this conversation's and has to name its speakers: the
 * selection covers several messages, or reaches into other parts of the room. Where it reaches into the conversation of
 * another patient, only the one in which it begins is copied.
 */
function spanOf(log: Element, selection: Selection): [string, string] | null {
  const range = selection.getRangeAt(0);
  const logs = [...document.querySelectorAll('.chat-log')].filter((one) => selectedRows(one, range).length > 0);
  const holds = (node: Node | null) => (one: Element) => one.contains(node);
  const owner = logs.find(holds(selection.anchorNode)) ?? logs[0];
  if (owner !== log) return null;
  const rows = selectedRows(log, range);
  const isInside = [selection.anchorNode, selection.focusNode].every((node) => log.contains(node));
  if (isInside && rows.length === 1) return null;
  // A whole page about one patient is copied as it is.
  const touches = [selection.anchorNode, selection.focusNode].some((node) => log.contains(node));
  if (!touches && logs.length === 1 && log.closest('.pane') === null) return null;
  const keyOf = (row: Element | undefined) => row?.getAttribute('data-row') ?? '';
  return [keyOf(rows[0]), keyOf(rows.at(-1))];
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter);

const asText = (lines: readonly ChatLine[], said: (name: string, text: string) => string) =>
  lines.map(({ time, speaker, text }) => `${time} ${speaker === null ? text : said(speaker, text)}`).join('\n');

const asHtml = (lines: readonly ChatLine[]) =>
  lines
    .map(({ time, speaker, text }) => {
      const spoken = speaker === null ? '' : ` <b dir="auto">${escaped(speaker)}</b>:`;
      return `<p>${escaped(time)}${spoken} <span dir="auto">${escaped(text).replaceAll('\n', '<br>')}</span></p>`;
    })
    .join('');

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA)$/.test(target.tagName));

/** Gives copied messages the names of those who said them, and when. */
export function useChatCopy(log: RefObject<HTMLElement | null>, read: () => readonly ChatLine[]): void {
  const { t } = useTranslation();
  const said = (name: string, text: string) => t('chat.said', { name, text });
  const latest = useRef({ read, said });
  latest.current = { read, said };
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      if (!log.current || !event.clipboardData || isField(event.target)) return;
      if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return;
      const span = spanOf(log.current, selection);
      if (span === null) return;
      const { read, said } = latest.current;
      const lines = read();
      const [first, last] = span.map((key) => lines.findIndex((line) => line.key === key));
      if (first === undefined || last === undefined || first < 0) return;
      // Messages between the two may be out of sight, where the list has not drawn them.
      const chosen = lines.slice(first, last + 1);
      event.clipboardData.setData('text/plain', asText(chosen, said));
      event.clipboardData.setData('text/html', asHtml(chosen));
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [log]);
}

import { placesIn } from '../../domain/chatSearch.ts';

type Marks = { readonly all: Highlight; readonly current: Highlight };

/** One pair for all panes: the browser knows highlights by name. Null where it does not know them. */
function openMarks(): Marks | null {
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) return null;
  const marks = { all: new Highlight(), current: new Highlight() };
  marks.current.priority = 1;
  CSS.highlights.set('chat-found', marks.all);
  CSS.highlights.set('chat-found-current', marks.current);
  return marks;
}
let marks: Marks | null | undefined;

function textsIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

/**
 * Marks what is found in the rows of a chat without touching them: rows come and go while the chat scrolls. The returned
 * function takes the marks away.
 */
export function markFound(log: Element, sought: string, current: string | null): () => void {
  if (marks === undefined) marks = openMarks();
  if (marks === null) return () => {};
  const { all, current: now } = marks;
  let own: { readonly on: Highlight; readonly range: Range }[] = [];
  const clear = () => {
    for (const { on, range } of own) on.delete(range);
    own = [];
  };
  const mark = () => {
    clear();
    for (const bubble of log.querySelectorAll('.chat-bubble')) {
      const on = bubble.closest<HTMLElement>('[data-row]')?.dataset.row === current ? now : all;
      for (const text of textsIn(bubble))
        for (const at of placesIn(text.data, sought)) {
          const range = new Range();
          range.setStart(text, at);
          range.setEnd(text, at + sought.length);
          on.add(range);
          own.push({ on, range });
        }
    }
  };
  mark();
  const watcher = new MutationObserver(mark);
  watcher.observe(log, { childList: true, subtree: true, characterData: true });
  return () => {
    watcher.disconnect();
    clear();
  };
}

import { type Contender, gridIn, viewsIn } from './contender.ts';
import type { SampleMessage } from './sampleMessages.ts';

const element = (name: string, className: string, ...inside: (Node | string)[]) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...inside);
  return made;
};

function rowOf({ mine, text, at, picture }: SampleMessage): HTMLElement {
  const bubble = element('div', 'bench-bubble', text);
  if (picture) bubble.append(Object.assign(document.createElement('img'), { src: picture.url, alt: '' }));
  const time = element('time', 'bench-time', new Date(at).toISOString().slice(11, 16));
  const row = element('div', 'bench-row', bubble, time);
  if (mine) row.dataset.mine = '';
  return row;
}

/** No library: the last rows as plain elements from the bottom up, so that no scrolling is necessary. */
export function vanilla(most: number): Contender {
  const lists: HTMLElement[] = [];
  let loaded: readonly (readonly SampleMessage[])[] = [];
  const add = (list: HTMLElement | undefined, message: SampleMessage) => {
    list?.prepend(rowOf(message));
    if (list && list.childElementCount > most) list.lastElementChild?.remove();
  };
  return {
    async load(histories) {
      loaded = histories;
    },
    show(host) {
      for (const [pane, place] of gridIn(host, loaded.length).entries()) {
        const list = element('div', 'bench-limit');
        for (const message of loaded[pane]?.slice(-most) ?? []) add(list, message);
        place.append(list);
        lists.push(list);
      }
    },
    add: (pane, message) => add(lists[pane], message),
    prepend: null,
    view: viewsIn({ scroller: '.bench-limit', rows: '.bench-row' }, true),
  };
}

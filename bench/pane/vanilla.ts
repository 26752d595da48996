import { type Contender, gridIn, viewsIn } from './contender.ts';
import type { Said } from './said.ts';

const element = (name: string, className: string, ...inside: (Node | string)[]) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...inside);
  return made;
};

function rowOf({ mine, text, at, picture }: Said): HTMLElement {
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
  let kept: readonly (readonly Said[])[] = [];
  const add = (list: HTMLElement | undefined, said: Said) => {
    list?.prepend(rowOf(said));
    if (list && list.childElementCount > most) list.lastElementChild?.remove();
  };
  return {
    async load(histories) {
      kept = histories;
    },
    show(host) {
      for (const [pane, place] of gridIn(host, kept.length).entries()) {
        const list = element('div', 'bench-limit');
        for (const said of kept[pane]?.slice(-most) ?? []) add(list, said);
        place.append(list);
        lists.push(list);
      }
    },
    add: (pane, said) => add(lists[pane], said),
    prepend: null,
    view: viewsIn({ scroller: '.bench-limit', rows: '.bench-row' }, true),
  };
}

import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Contender, gridIn, viewsIn } from './contender.ts';
import type { Said } from './said.ts';

/** What a list that is made with React is given. */
export type ListProps = {
  readonly items: readonly Said[];
  /** Falls by as many as are put in front. */
  readonly firstIndex: number;
};

type Changes = { readonly add: (said: Said) => void; readonly prepend: (older: readonly Said[]) => void };
type ListedProps = {
  readonly List: ComponentType<ListProps>;
  readonly history: readonly Said[];
  readonly take: (changes: Changes) => void;
};

const firstIndex = 1_000_000;

/** Gathers what arrives and draws it once a frame: the cheapest way for a list that does no such thing itself. */
function Listed({ List, history, take }: ListedProps) {
  const [shown, setShown] = useState<ListProps>({ items: history, firstIndex });
  useEffect(() => {
    let queue: Said[] = [];
    const flush = () => {
      const arrived = queue;
      queue = [];
      setShown(({ items, ...rest }) => ({ ...rest, items: items.concat(arrived) }));
    };
    take({
      add(said) {
        if (queue.length === 0) requestAnimationFrame(flush);
        queue.push(said);
      },
      prepend: (older) =>
        setShown(({ items, firstIndex }) => ({
          items: [...older, ...items],
          firstIndex: firstIndex - older.length,
        })),
    });
  }, [take]);
  return <List {...shown} />;
}

/** A contender from a component that draws one list, and from where it puts its rows. */
export function reactLists(List: ComponentType<ListProps>, selectors: { scroller: string; rows: string }): Contender {
  const changes: Changes[] = [];
  let kept: readonly (readonly Said[])[] = [];
  return {
    async load(histories) {
      kept = histories;
    },
    show(host) {
      for (const [pane, place] of gridIn(host, kept.length).entries()) {
        const take = (of: Changes) => {
          changes[pane] = of;
        };
        createRoot(place).render(<Listed List={List} history={kept[pane] ?? []} take={take} />);
      }
    },
    add: (pane, said) => changes[pane]?.add(said),
    prepend: (pane, older) => changes[pane]?.prepend(older),
    view: viewsIn(selectors),
  };
}

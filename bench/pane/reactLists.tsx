import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Contender, gridIn, viewsIn } from './contender.ts';
import type { Said } from './said.ts';

/** Props of a React list. */
export type ListProps = {
  readonly items: readonly Said[];
  /** Falls by the number of prepended rows. */
  readonly firstIndex: number;
};

type Changes = { readonly add: (said: Said) => void; readonly prepend: (older: readonly Said[]) => void };
type ListedProps = {
  readonly List: ComponentType<ListProps>;
  readonly history: readonly Said[];
  readonly take: (changes: Changes) => void;
};

const firstIndex = 1_000_000;

/** Batches new messages and renders once per frame: the cheapest approach for a list without its own batching. */
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

/** Makes a contender from a component that renders one list and the selectors of its rows. */
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

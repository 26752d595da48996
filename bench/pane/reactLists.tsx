import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Contender, gridIn, viewsIn } from './contender.ts';
import type { SampleMessage } from './sampleMessages.ts';

/** Props of a React list. */
export type ListProps = {
  readonly items: readonly SampleMessage[];
  /** Falls by the number of prepended rows. */
  readonly firstIndex: number;
};

type Changes = {
  readonly add: (message: SampleMessage) => void;
  readonly prepend: (older: readonly SampleMessage[]) => void;
};
type ListedProps = {
  readonly List: ComponentType<ListProps>;
  readonly history: readonly SampleMessage[];
  readonly take: (changes: Changes) => void;
};

const firstIndex = 1_000_000;

/** Batches new messages and renders once per frame: the cheapest approach for a list without its own batching. */
function Listed({ List, history, take }: ListedProps) {
  const [shown, setShown] = useState<ListProps>({ items: history, firstIndex });
  useEffect(() => {
    let queue: SampleMessage[] = [];
    const flush = () => {
      const arrived = queue;
      queue = [];
      setShown(({ items, ...rest }) => ({ ...rest, items: items.concat(arrived) }));
    };
    take({
      add(message) {
        if (queue.length === 0) requestAnimationFrame(flush);
        queue.push(message);
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
  let loaded: readonly (readonly SampleMessage[])[] = [];
  return {
    async load(histories) {
      loaded = histories;
    },
    show(host) {
      for (const [pane, place] of gridIn(host, loaded.length).entries()) {
        const take = (of: Changes) => {
          changes[pane] = of;
        };
        createRoot(place).render(<Listed List={List} history={loaded[pane] ?? []} take={take} />);
      }
    },
    add: (pane, message) => changes[pane]?.add(message),
    prepend: (pane, older) => changes[pane]?.prepend(older),
    view: viewsIn(selectors),
  };
}

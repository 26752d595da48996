import { memo, useRef } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { type ListProps, reactLists } from './reactLists.tsx';
import type { SampleMessage } from './sampleMessages.ts';

const Row = memo(function Row({ message: { mine, text, at, picture } }: { readonly message: SampleMessage }) {
  return (
    <div className="bench-row" data-mine={mine ? '' : undefined}>
      <div className="bench-bubble">
        {text}
        {picture ? <img src={picture.url} alt="" /> : null}
      </div>
      <time className="bench-time">{new Date(at).toISOString().slice(11, 16)}</time>
    </div>
  );
});

/** Virtuoso as documented, except that it stops following the end only when the reader scrolls. */
function List({ items, firstIndex }: ListProps) {
  const stuck = useRef(true);
  return (
    <Virtuoso
      data={items as SampleMessage[]}
      firstItemIndex={firstIndex}
      initialTopMostItemIndex={items.length - 1}
      computeItemKey={(_, { n }) => n}
      followOutput={() => stuck.current && 'auto'}
      atBottomStateChange={(end) => {
        if (end) stuck.current = true;
      }}
      onWheel={({ deltaY }) => {
        if (deltaY < 0) stuck.current = false;
      }}
      itemContent={(_, message) => <Row message={message} />}
    />
  );
}

/** Virtuoso, the list we build on, without our code. */
export const virtuoso = () =>
  reactLists(List, { scroller: '[data-virtuoso-scroller]', rows: '[data-testid="virtuoso-item-list"] > *' });

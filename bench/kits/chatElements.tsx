import { useEffect, useMemo, useRef } from 'react';
import { MessageList, type MessageType } from 'react-chat-elements';
import { type ListProps, reactLists } from '../pane/reactLists.tsx';
import 'react-chat-elements/dist/main.css';

function List({ items }: ListProps) {
  const reference = useRef<HTMLElement>(null);
  useEffect(() => reference.current?.scrollTo(0, reference.current.scrollHeight), []);
  const messages = useMemo(
    () =>
      items.map(({ n, mine, text, at }) => ({
        id: n,
        type: 'text',
        text,
        date: new Date(at),
        position: mine ? 'right' : 'left',
        title: mine ? 'Doctor' : 'Patient',
      })) as unknown as MessageType[],
    [items],
  );
  return <MessageList referance={reference} lockable={false} toBottomHeight="100%" dataSource={messages} />;
}

/** react-chat-elements, used as its documentation shows. */
export const chatElements = () => reactLists(List, { scroller: '.rce-mlist', rows: '.rce-container-mbox' });

import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Virtuoso } from 'react-virtuoso';
import type { ChatMessage, Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { daysBetween, type Locale } from '../../ui/format.ts';
import { MessageRow } from './MessageRow.tsx';
import type { RowActions } from './rowActions.ts';
import { useStick } from './useStick.ts';
import './chat.css';

type Props = {
  readonly timeline: Timeline;
  /** The accessible name of the log. */
  readonly label: string;
  readonly locale: Locale;
  readonly actions: RowActions;
  readonly cardOf: (message: ChatMessage) => ReactNode;
  readonly loadOlder: () => void;
  /** Everything up to this seq was on a visible screen. */
  readonly seen: (seq: number) => void;
};

const groupedWithinMs = 3 * 60_000;

const isGrouped = (above: ChatMessage | undefined, message: ChatMessage): boolean =>
  above !== undefined &&
  above.senderType === message.senderType &&
  above.body.kind !== 'notice' &&
  message.sendTime - above.sendTime < groupedWithinMs;

const Top = ({ context }: { context?: { loading: boolean } }) => {
  const { t } = useTranslation();
  return <div className="chat-edge">{context?.loading ? t('chat.loadingOlder') : t('chat.beginning')}</div>;
};
const Bottom = () => <div className="chat-bottom" />;
const parts = { Header: Top, Footer: Bottom };

/** A conversation's messages: follows its end unless the reader has scrolled away, and never moves under the reader. */
export const ChatLog = memo(function ChatLog({ timeline, label, locale, actions, cardOf, loadOlder, seen }: Props) {
  const { t } = useTranslation();
  const { messages, firstIndex, hasOlder, doctorReadUpTo } = timeline;
  const { stuck, scrollerRef, toEnd, followGrowth } = useStick();
  const [atEnd, setAtEnd] = useState(true);
  const [readOnOpen] = useState(doctorReadUpTo);
  const leftAt = useRef(0);
  const lastSeq = useMemo(() => messages.findLast(({ seq }) => seq !== null)?.seq ?? 0, [messages]);
  const lastOwn = useMemo(() => messages.findLast(({ mine }) => mine)?.key, [messages]);

  useEffect(() => {
    if (lastOwn) toEnd();
  }, [lastOwn, toEnd]);
  useEffect(() => {
    const tell = () => atEnd && document.visibilityState === 'visible' && lastSeq > 0 && seen(lastSeq);
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [atEnd, lastSeq, seen]);

  const reach = useCallback(
    (end: boolean) => {
      if (end) stuck.current = true;
      else leftAt.current = lastSeq;
      setAtEnd(end);
    },
    [stuck, lastSeq],
  );
  const firstUnread = messages.find(({ seq, mine }) => seq !== null && seq > readOnOpen && !mine)?.key;
  const arrived = atEnd ? 0 : messages.filter(({ seq, mine }) => seq !== null && seq > leftAt.current && !mine).length;
  const row = (index: number, message: ChatMessage) => {
    const above = messages[index - firstIndex - 1];
    return (
      <MessageRow
        message={message}
        delivery={message.delivery?.state ?? null}
        newDay={!above || daysBetween(above.sendTime, message.sendTime, locale.zone) !== 0}
        firstUnread={message.key === firstUnread}
        grouped={isGrouped(above, message)}
        locale={locale}
        actions={actions}
        card={message.body.kind === 'prescription' ? cardOf(message) : null}
      />
    );
  };
  return (
    <div className="chat-log" role="log" aria-label={label} aria-live="off">
      <Virtuoso
        data={messages as ChatMessage[]}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
        computeItemKey={(_, message) => message.key}
        itemContent={row}
        components={parts}
        context={{ loading: hasOlder }}
        alignToBottom
        atBottomThreshold={40}
        increaseViewportBy={600}
        defaultItemHeight={64}
        skipAnimationFrameInResizeObserver
        followOutput={() => stuck.current && 'auto'}
        atBottomStateChange={reach}
        totalListHeightChanged={followGrowth}
        startReached={() => hasOlder && loadOlder()}
        scrollerRef={scrollerRef}
      />
      {arrived > 0 ? (
        <button type="button" className="chat-new" onClick={toEnd}>
          ↓ {t('chat.newMessages', { count: arrived })}
        </button>
      ) : null}
    </div>
  );
});

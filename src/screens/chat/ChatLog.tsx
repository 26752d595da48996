import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type SizeFunction, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ChatMessage, Delivery, Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { isSameDay, type Locale } from '../../ui/format.ts';
import { endWithinPx, insist, keyAt, useStick, walkBubbles } from './chatScroll.ts';
import { MessageRow } from './MessageRow.tsx';
import type { RowActions } from './rowActions.ts';
import { arrivedAfter, lastSeqOf, useFirstUnread, useSeen } from './unreadRows.ts';
import './chat.css';

type Props = {
  readonly timeline: Timeline;
  /** The accessible name of the log. */
  readonly label: string;
  readonly locale: Locale;
  readonly actions: RowActions;
  readonly cardOf: (message: ChatMessage) => ReactNode;
  readonly loadOlder: () => void;
  /** Loads older messages until the one after this place is there. */
  readonly reachBack: (seq: number) => Promise<unknown>;
  /** A message to be brought into view, as often as this changes. */
  readonly goal: { readonly key: string } | null;
  /** Nothing lies over the chat. */
  readonly uncovered: boolean;
  /** Everything up to this seq was on a visible screen. */
  readonly seen: (seq: number) => void;
};

const compared = [
  'label',
  'locale',
  'actions',
  'cardOf',
  'loadOlder',
  'reachBack',
  'goal',
  'uncovered',
  'seen',
] as const;
const groupedWithinMs = 3 * 60_000;

const isJoined = (message: ChatMessage, below: ChatMessage | undefined): boolean =>
  below !== undefined &&
  message.senderType === below.senderType &&
  message.body.kind !== 'notice' &&
  below.sendTime - message.sendTime < groupedWithinMs;

const unsent: ReadonlySet<Delivery['state']> = new Set(['queued', 'sending', 'held']);

/** The own message that has just been written: it stands at the end until the platform has stored it. */
const justWrittenIn = (messages: readonly ChatMessage[]): string | null => {
  const last = messages.at(-1);
  return last?.delivery && unsent.has(last.delivery.state) ? last.key : null;
};

const Top = ({ context }: { context?: { loading: boolean } }) => {
  const { t } = useTranslation();
  // As high with its words as without: what is being read stays where it is when the beginning is reached.
  return <div className="chat-top">{context?.loading ? t('chat.loadingOlder') : ''}</div>;
};
/** Whole pixels would add up to a jump when many rows are put in front. */
const exactSize: SizeFunction = (row, field) =>
  row.getBoundingClientRect()[field === 'offsetHeight' ? 'height' : 'width'];
/**
 * How far beyond what is seen rows are drawn, in pixels. At the end, which follows what arrives, only what the next frame
 * may show: every row more costs with every message. For a reader, enough that a fling finds no gap.
 */
const beyond = { atEnd: { top: 200, bottom: 300 }, reading: { top: 600, bottom: 600 } };
const idOf = (_: number, { key }: ChatMessage) => key;
const [loading, complete] = [{ loading: true }, { loading: false }];
const Bottom = () => <div className="chat-bottom" />;
const Nothing = () => <p className="chat-edge">{useTranslation().t('chat.empty')}</p>;
const parts = { Header: Top, Footer: Bottom, EmptyPlaceholder: Nothing };

/** Read marks alone draw nothing here: the rows' own messages tell of them. */
const isSame = (a: Props, b: Props): boolean =>
  a.timeline.messages === b.timeline.messages &&
  a.timeline.firstIndex === b.timeline.firstIndex &&
  a.timeline.hasOlder === b.timeline.hasOlder &&
  compared.every((name) => a[name] === b[name]);

/** A conversation's messages: follows its end unless the reader has scrolled away, and never moves under the reader. */
export const ChatLog = memo(function ChatLog(props: Props) {
  const { timeline, label, locale, actions, cardOf, loadOlder, reachBack, goal, uncovered, seen } = props;
  const { t } = useTranslation();
  const { messages, firstIndex, hasOlder } = timeline;
  const list = useRef<VirtuosoHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const isEndShown = useRef(true);
  const [hovered, setHovered] = useState<string | null>(null);
  const { line, readUpTo, isAnswered } = useFirstUnread(timeline);
  const [isLineAbove, setLineAbove] = useState(false);
  /** The line that was on the screen: whoever has been there needs no way back to it. */
  const [reached, setReached] = useState<string | null>(null);
  /** The last message there was when the reader left the end. */
  const leftAt = useRef(0);
  const lastSeq = lastSeqOf(messages);
  const justWritten = justWrittenIn(messages);
  // What the list is given stays the same from message to message, so that it has nothing to take in but the messages.
  const latest = useRef({ messages, firstIndex, hasOlder, lastSeq, loadOlder });
  latest.current = { messages, firstIndex, hasOlder, lastSeq, loadOlder };

  /** The list tells of its end a moment late: what comes until then has come after the reader left. */
  const leave = useCallback((hasFollowed: boolean) => {
    if (hasFollowed) leftAt.current = latest.current.lastSeq;
    if (!isEndShown.current) setAtEnd(false);
  }, []);
  const hold = useCallback(() => setAtEnd(true), []);
  const { stuck, scrollerRef, toEnd, letGo, isAtEnd } = useStick({
    empty: messages.length === 0,
    onLetGo: leave,
    onHold: hold,
  });
  useEffect(() => {
    if (justWritten) toEnd();
  }, [justWritten, toEnd]);
  const log = useRef<HTMLDivElement>(null);
  useSeen({ log, onScreen: atEnd && uncovered, isAtEnd, lastSeq, seen });

  const reach = useCallback(
    (end: boolean) => {
      isEndShown.current = end;
      if (end) leftAt.current = latest.current.lastSeq;
      // While the chat follows its end, the end is only out of sight for the moment until it is followed.
      if (end || !stuck.current) setAtEnd(end);
    },
    [stuck],
  );
  const beginReached = useCallback(() => {
    if (latest.current.hasOlder) latest.current.loadOlder();
  }, []);
  const placeOf = (key: string) => messages.findLastIndex((message) => message.key === key);
  const noteRange = ({ startIndex }: { startIndex: number }) => {
    if (line === null) return;
    const isAbove = placeOf(line.key) + firstIndex < startIndex;
    setLineAbove(isAbove);
    if (!isAbove) setReached(line.key);
  };
  const show = useRef((_key: string, _align: 'start' | 'center') => {});
  show.current = (key, align) => {
    const index = placeOf(key);
    if (index < 0) return;
    letGo();
    list.current?.scrollToIndex({ index, align });
  };
  const lineNow = useRef(line);
  lineNow.current = line;
  const goTo = useCallback(
    (key: string, align: 'start' | 'center') =>
      log.current ? insist(log.current, key, () => show.current(key, align)) : undefined,
    [],
  );
  async function toUnread() {
    if (line && !line.whole) await reachBack(readUpTo);
    // What has just been loaded is drawn first.
    requestAnimationFrame(() => lineNow.current && goTo(lineNow.current.key, 'start'));
  }
  useEffect(() => (goal ? goTo(goal.key, 'center') : undefined), [goal, goTo]);
  const arrived = atEnd ? 0 : arrivedAfter(messages, leftAt.current);
  const firstUnread = line?.key ?? null;
  const row = useCallback(
    (index: number, message: ChatMessage) => {
      const at = index - latest.current.firstIndex;
      const below = latest.current.messages[at + 1];
      return (
        <MessageRow
          message={message}
          delivery={message.delivery?.state ?? null}
          beginning={at === 0 && !latest.current.hasOlder}
          nextDay={below && !isSameDay(message.sendTime, below.sendTime, locale.zone) ? below.sendTime : null}
          firstUnread={message.key === firstUnread}
          joined={isJoined(message, below)}
          tools={message.key === hovered}
          locale={locale}
          actions={actions}
          card={message.body.kind === 'prescription' ? cardOf(message) : null}
        />
      );
    },
    [firstUnread, hovered, locale, actions, cardOf],
  );
  return (
    <div
      ref={log}
      className="chat-log"
      role="log"
      aria-label={label}
      aria-live="off"
      onPointerOver={(event) => setHovered(keyAt(event.target))}
      onPointerLeave={() => setHovered(null)}
      onFocus={(event) => setHovered(keyAt(event.target))}
      onKeyDown={walkBubbles}
    >
      <Virtuoso
        ref={list}
        data={messages as ChatMessage[]}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
        computeItemKey={idOf}
        itemSize={exactSize}
        itemContent={row}
        components={parts}
        context={hasOlder ? loading : complete}
        alignToBottom
        atBottomThreshold={endWithinPx}
        increaseViewportBy={atEnd ? beyond.atEnd : beyond.reading}
        defaultItemHeight={64}
        skipAnimationFrameInResizeObserver
        atBottomStateChange={reach}
        startReached={beginReached}
        {...(line === null ? null : { rangeChanged: noteRange })}
        scrollerRef={scrollerRef}
      />
      {line && isLineAbove && reached !== line.key && !isAnswered() ? (
        <button type="button" className="chat-jump" data-to="unread" onClick={() => void toUnread()}>
          ↑ {t(line.whole ? 'chat.jumpToUnread' : 'chat.jumpToUnreadMany', { count: line.count })}
        </button>
      ) : null}
      {arrived > 0 ? (
        <button type="button" className="chat-jump" data-to="end" onClick={toEnd}>
          ↓ {t('chat.newMessages', { count: arrived })}
        </button>
      ) : null}
    </div>
  );
}, isSame);

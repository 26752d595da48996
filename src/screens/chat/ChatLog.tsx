import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type SizeFunction, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ChatMessage, Delivery } from '../../domain/message.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { isSameDay, type Locale } from '../../ui/format.ts';
import { chatLines } from './chatLines.ts';
import { messageKeyAt, moveBetweenMessages, scrollUntilVisible } from './chatScroll.ts';
import { endWithinPx } from './following.ts';
import { MessageRow } from './MessageRow.tsx';
import type { RowActions } from './rowActions.ts';
import { arrivedAfter, lastSeqOf, useFirstUnread, useSeen } from './unreadRows.ts';
import { useChatCopy } from './useChatCopy.ts';
import { useFollowEnd } from './useFollowEnd.ts';
import './chat.css';

type Props = {
  readonly timeline: Timeline;
  readonly label: string;
  readonly patientName: string;
  /** Null where it is not known. */
  readonly doctorName: string | null;
  readonly locale: Locale;
  readonly actions: RowActions;
  readonly cardOf: (message: ChatMessage) => ReactNode;
  readonly loadOlder: () => void;
  /** Loads older messages until the one after `seq` is loaded. */
  readonly reachBack: (seq: number) => Promise<unknown>;
  /** Message to scroll to; a new object scrolls again. */
  readonly goal: { readonly key: string } | null;
  /** No side panel covers the chat. */
  readonly uncovered: boolean;
  /** Reports that everything up to `seq` was visible. */
  readonly seen: (seq: number) => void;
};

const compared = [
  'label',
  'patientName',
  'doctorName',
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

const unsent: ReadonlySet<Delivery['state']> = new Set(['queued', 'sending', 'rateLimited']);

/** The own message just written, which stays at the end until the platform has stored it. */
const findJustWritten = (messages: readonly ChatMessage[]): string | null => {
  const last = messages.at(-1);
  return last?.delivery && unsent.has(last.delivery.state) ? last.key : null;
};

const Top = ({ context }: { context?: { loading: boolean } }) => {
  const { t } = useTranslation();
  // The same height with and without text, so that reaching the beginning moves nothing.
  return <div className="chat-top">{context?.loading ? t('chat.loadingOlder') : ''}</div>;
};
/** Whole pixels would add up to a jump when many rows are added at the top. */
const exactSize: SizeFunction = (row, field) =>
  row.getBoundingClientRect()[field === 'offsetHeight' ? 'height' : 'width'];
/**
 * Pixels rendered beyond the viewport. While the chat follows its end, little, because every extra row costs time with
 * every message; for a reader, enough that fast scrolling shows no gap.
 */
const beyond = { atEnd: { top: 200, bottom: 300 }, reading: { top: 600, bottom: 600 } };
const idOf = (_: number, { key }: ChatMessage) => key;
const [loading, complete] = [{ loading: true }, { loading: false }];
const Bottom = () => <div className="chat-bottom" />;
const Nothing = () => <p className="chat-edge">{useTranslation().t('chat.empty')}</p>;
const parts = { Header: Top, Footer: Bottom, EmptyPlaceholder: Nothing };

/** Read positions are not compared, because a change of the messages' delivery state re-renders the rows. */
const isSame = (a: Props, b: Props): boolean =>
  a.timeline.messages === b.timeline.messages &&
  a.timeline.firstIndex === b.timeline.firstIndex &&
  a.timeline.hasOlder === b.timeline.hasOlder &&
  compared.every((name) => a[name] === b[name]);

/**
 * The messages of a conversation; follows the end unless the reader has scrolled away, and never moves the text being
 * read.
 */
export const ChatLog = memo(function ChatLog(props: Props) {
  const {
    timeline,
    label,
    patientName,
    doctorName,
    locale,
    actions,
    cardOf,
    loadOlder,
    reachBack,
    goal,
    uncovered,
    seen,
  } = props;
  const { t } = useTranslation();
  const { messages, firstIndex, hasOlder } = timeline;
  const list = useRef<VirtuosoHandle>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const { line, readUpTo, isAnswered } = useFirstUnread(timeline);
  const [isLineAbove, setLineAbove] = useState(false);
  /** Key of the unread line once it was visible; the button back to it is then hidden. */
  const [reached, setReached] = useState<string | null>(null);
  const lastSeq = lastSeqOf(messages);
  const justWritten = findJustWritten(messages);
  // Stable callbacks, so that a new message changes only the list's data.
  const latest = useRef({ messages, firstIndex, hasOlder, loadOlder });
  latest.current = { messages, firstIndex, hasOlder, loadOlder };

  const { unseenFrom, scrollerRef, toEnd, reachEnd, unfollow, isAtEnd } = useFollowEnd({
    empty: messages.length === 0,
    lastSeq,
  });
  const atEnd = unseenFrom === null;
  useEffect(() => {
    if (justWritten) toEnd();
  }, [justWritten, toEnd]);
  const log = useRef<HTMLDivElement>(null);
  useChatCopy(log, () => chatLines(messages, { patient: patientName, doctor: doctorName }, { locale, t }));
  useSeen({ log, onScreen: atEnd && uncovered, isAtEnd, lastSeq, seen });

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
    unfollow();
    list.current?.scrollToIndex({ index, align });
  };
  const lineNow = useRef(line);
  lineNow.current = line;
  const goTo = useCallback(
    (key: string, align: 'start' | 'center') =>
      log.current ? scrollUntilVisible(log.current, key, () => show.current(key, align)) : undefined,
    [],
  );
  async function toUnread() {
    if (line && !line.whole) await reachBack(readUpTo);
    // Scroll after the loaded messages have rendered.
    requestAnimationFrame(() => lineNow.current && goTo(lineNow.current.key, 'start'));
  }
  useEffect(() => (goal ? goTo(goal.key, 'center') : undefined), [goal, goTo]);
  const arrived = unseenFrom === null ? 0 : arrivedAfter(messages, unseenFrom);
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
      onPointerOver={(event) => setHovered(messageKeyAt(event.target))}
      onPointerLeave={() => setHovered(null)}
      onFocus={(event) => setHovered(messageKeyAt(event.target))}
      onKeyDown={moveBetweenMessages}
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
        atBottomStateChange={reachEnd}
        startReached={beginReached}
        {...(line === null ? null : { rangeChanged: noteRange })}
        scrollerRef={scrollerRef}
      />
      {line && isLineAbove && reached !== line.key && !isAnswered() ? (
        <button type="button" className="chat-jump" data-to="unread" onClick={() => void toUnread()}>
          {`↑ ${t(line.whole ? 'chat.jumpToUnread' : 'chat.jumpToUnreadMany', { count: line.count })}`}
        </button>
      ) : null}
      {arrived > 0 ? (
        <button type="button" className="chat-jump" data-to="end" onClick={toEnd}>
          {`↓ ${t('chat.newMessages', { count: arrived })}`}
        </button>
      ) : null}
    </div>
  );
}, isSame);

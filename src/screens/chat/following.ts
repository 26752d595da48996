/**
 * How the chat and its end belong together. `outpaced` follows, but new rows hide the end until the next scroll;
 * `returning` scrolls to the end; at `lingering` the reader has scrolled, and still sees the end.
 */
type Mode = 'following' | 'outpaced' | 'returning' | 'lingering' | 'away';

export type Following = {
  readonly mode: Mode;
  /** Seq of the last message that the reader has seen at the end. */
  readonly leftAt: number;
  /** Where the reader has scrolled to (pixels). */
  readonly top: number;
};

export type FollowEvent =
  /** By wheel, touch, keys or scroll bar. */
  | { readonly type: 'reader.left'; readonly top: number; readonly lastSeq: number }
  /** `below`: pixels between the lower edge and the end. */
  | { readonly type: 'reader.scrolled'; readonly top: number; readonly below: number }
  | { readonly type: 'end.requested' }
  /** The list reports whether its end is in view; it does so with a delay. */
  | { readonly type: 'end.shown'; readonly lastSeq: number }
  | { readonly type: 'end.hidden' };

/** Distance in pixels within which the chat counts as at its end. */
export const endWithinPx = 40;

export const openedAtEnd: Following = { mode: 'following', leftAt: 0, top: 0 };

const next: Readonly<Record<Mode, Readonly<Record<'left' | 'back' | 'requested' | 'shown' | 'hidden', Mode>>>> = {
  following: { left: 'lingering', back: 'following', requested: 'following', shown: 'following', hidden: 'outpaced' },
  outpaced: { left: 'away', back: 'outpaced', requested: 'outpaced', shown: 'following', hidden: 'outpaced' },
  returning: { left: 'away', back: 'returning', requested: 'returning', shown: 'following', hidden: 'returning' },
  lingering: { left: 'lingering', back: 'following', requested: 'following', shown: 'lingering', hidden: 'away' },
  away: { left: 'away', back: 'outpaced', requested: 'returning', shown: 'lingering', hidden: 'away' },
};

/** Whether new rows scroll the chat. */
export const follows = ({ mode }: Following): boolean => mode !== 'lingering' && mode !== 'away';

/** Whether the reader sees the end, or sees it again with the next scroll of a chat that follows. */
const isEndInView = ({ mode }: Following): boolean => mode !== 'returning' && mode !== 'away';

/** Seq after which messages count as new; null while the end is in view. */
export const unseenAfter = (state: Following): number | null => (isEndInView(state) ? null : state.leftAt);

type Snapshot = { readonly context: Following };

export const isFollowing = ({ context }: Snapshot): boolean => follows(context);

export const unseenFrom = ({ context }: Snapshot): number | null => unseenAfter(context);

/** Only the reader stops the chat from following its end, and only the reader or an own message resumes it. */
export function follow(state: Following, event: FollowEvent): Following {
  const to = next[state.mode];
  switch (event.type) {
    case 'reader.left':
      return { mode: to.left, leftAt: follows(state) ? event.lastSeq : state.leftAt, top: event.top };
    case 'reader.scrolled': {
      if (follows(state)) return state;
      const isBack = event.top > state.top && event.below <= endWithinPx;
      return { ...state, mode: isBack ? to.back : state.mode, top: event.top };
    }
    case 'end.requested':
      return { ...state, mode: to.requested };
    case 'end.shown':
      return { ...state, mode: to.shown, leftAt: event.lastSeq };
    case 'end.hidden':
      return { ...state, mode: to.hidden };
  }
}

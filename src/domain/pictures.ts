import type { ChatMessage, MessageBody } from './timeline.ts';

/** A link that expires within this time is renewed. */
const marginMs = 30_000;

/** Remaining lifetime of a signed link; null if it names no end. */
export function linkLeftMs(link: string, now: number): number | null {
  const [, expires] = /[?&]expires=(\d{1,16})(?:&|$)/.exec(link) ?? [];
  return expires === undefined ? null : Math.max(0, Number(expires) - marginMs - now);
}

/** Whether a signed link is still valid for long enough. */
export const isLinkFresh = (link: string, now: number): boolean => linkLeftMs(link, now) !== 0;

export type Picture = Extract<MessageBody, { kind: 'image' }>;

/** A picture of the patient's card; its size is unknown. */
export const cardPicture = (url: string): Picture => ({
  kind: 'image',
  url,
  thumbnailUrl: null,
  width: 0,
  height: 0,
  name: null,
});

/** All pictures of a conversation in order, those of the patient's card first, without recalled ones. */
export const picturesOf = (messages: readonly ChatMessage[]): Picture[] =>
  messages.flatMap(({ body, recalled }) => {
    if (recalled) return [];
    if (body.kind === 'patient') return body.images.map(cardPicture);
    return body.kind === 'image' ? [body] : [];
  });

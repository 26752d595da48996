import type { ChatMessage, MessageBody } from './timeline.ts';

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

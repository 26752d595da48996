import type * as z from 'zod/mini';
import { type ImageContent, MessageType } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { codePoints } from './codePoints.ts';
import { textContent } from './messageBody.ts';
import type { Reply } from './outgoing.ts';
import { openVariables } from './quickReply.ts';

/** A text as it goes out. */
export const textReply = (text: string): Reply => ({ type: MessageType.text, content: textContent(text) });

/** A stored picture as it goes out; its measures keep its place in the chat before it has loaded. */
export const imageReply = (image: z.input<typeof ImageContent>): Reply => ({
  type: MessageType.image,
  content: JSON.stringify(image),
});

/** How a text stands that is about to be sent. */
export type ReplyCheck = {
  /** Code points still free; negative when the text is too long. */
  readonly left: number;
  /** From four fifths of the limit on, the person is told. */
  readonly nearLimit: boolean;
  /** Variables of a quick reply that nobody has filled in. */
  readonly open: readonly string[];
  readonly sendable: boolean;
};

/** Whether a text may go to the patient, and if not, why. */
export function checkReply(text: string): ReplyCheck {
  const count = codePoints(text);
  const left = limits.textLength - count;
  const open = openVariables(text);
  return {
    left,
    nearLimit: count >= limits.textLength * 0.8,
    open,
    sendable: text.trim() !== '' && left >= 0 && open.length === 0,
  };
}

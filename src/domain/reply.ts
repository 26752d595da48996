import type * as z from 'zod/mini';
import type { StoredFile } from '../../contract/extension/files.ts';
import { type FileContent, type ImageContent, MessageType, type VoiceContent } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { codePoints } from './codePoints.ts';
import { textContent } from './messageBody.ts';
import type { Reply } from './outgoing.ts';
import { openVariables } from './quickReply.ts';
import type { Upload } from './upload.ts';

/** A text as it goes out. */
export const textReply = (text: string): Reply => ({ type: MessageType.text, content: textContent(text) });

/** An attached file as it goes out, once the platform keeps it; a picture's measures keep its place in the chat. */
export function uploadReply(
  { kind, width, height, durationS }: Upload,
  { url, name, size, ...stored }: StoredFile,
): Reply {
  switch (kind) {
    case 'image': {
      const image = { url, name, size, width: stored.width ?? width, height: stored.height ?? height };
      return { type: MessageType.image, content: JSON.stringify(image satisfies z.input<typeof ImageContent>) };
    }
    case 'voice': {
      const voice = { url, size, duration: durationS };
      return { type: MessageType.voice, content: JSON.stringify(voice satisfies z.input<typeof VoiceContent>) };
    }
    case 'file': {
      const file = { url, name, size, type: stored.type };
      return { type: MessageType.file, content: JSON.stringify(file satisfies z.input<typeof FileContent>) };
    }
  }
}

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

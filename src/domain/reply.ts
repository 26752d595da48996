import type * as z from 'zod/mini';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { StoredFile } from '../../contract/extension/files.ts';
import { type FileContent, type ImageContent, MessageType, type VoiceContent } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import type { Upload } from './attachedFiles.ts';
import { codePoints } from './codePoints.ts';
import { textContent } from './messageBody.ts';
import type { Reply } from './outgoing.ts';

/** Values for the variables of a quick reply. */
export type ReplyValues = Readonly<Record<'patient.name' | 'patient.title' | 'doctor.name' | 'hospital', string>>;

/** A part of a reply: plain text, or an unknown variable, which must not reach a patient. */
export type ReplyPart = { readonly kind: 'text' | 'unknown'; readonly text: string };

const variable = /\{\{([^{}]*)\}\}/g;

/** Fills in the variables of a quick reply or template; unknown ones become separate parts. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): readonly ReplyPart[] {
  const parts: ReplyPart[] = [];
  let end = 0;
  for (const found of template.matchAll(variable)) {
    const name = found[1]?.trim() ?? '';
    parts.push({ kind: 'text', text: template.slice(end, found.index) });
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    parts.push(value === '' ? { kind: 'unknown', text: found[0] } : { kind: 'text', text: value });
    end = found.index + found[0].length;
  }
  return [...parts, { kind: 'text' as const, text: template.slice(end) }].filter(({ text }) => text !== '');
}

/** Unfilled variables of a text; while there is one, it cannot be sent. */
export const openVariables = (text: string): readonly string[] => [...text.matchAll(variable)].map(([whole]) => whole);

/** The reply as text for the composer. */
export const asText = (parts: readonly ReplyPart[]): string => parts.map(({ text }) => text).join('');

/** A text message to send. */
export const textReply = (text: string): Reply => ({ type: MessageType.text, content: textContent(text) });

/** The message for a stored file; the size of a picture reserves its place in the chat. */
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

/** Result of checking a text before it is sent. */
export type ReplyCheck = {
  /** Remaining code points; negative if the text is too long. */
  readonly left: number;
  /** True from four fifths of the limit. */
  readonly nearLimit: boolean;
  /** Unfilled variables of a quick reply. */
  readonly open: readonly string[];
  readonly sendable: boolean;
};

/** Whether a text may be sent to the patient, and if not, why. */
export function checkReply(text: string): ReplyCheck {
  const count = codePoints(text);
  const left = limits.textLength - count;
  const open = openVariables(text);
  return {
    left,
    nearLimit: count >= limits.textLength * 0.8,
    open,
    sendable: !isBlank(text) && left >= 0 && open.length === 0,
  };
}

/** Input methods for Chinese type 、 or ／ for the slash. */
const slash = /^[/／、]/;

/** Whether the text opens the quick replies and searches in them. */
export const isQuickSearch = (text: string): boolean => slash.test(text) && /^\S{1,31}$/.test(text);

/** Whether a text looks like a search in the quick replies, which the patient should not get by mistake. */
export const looksLikeSearch = (text: string): boolean => slash.test(text) && /^.{1,40}$/.test(text.trim());

import type * as z from 'zod/mini';
import {
  CaseCardContent,
  FileContent,
  ImageContent,
  MessageType,
  SenderType,
  TextContent,
  VoiceContent,
} from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { compiled } from '../http/compiledSchemas.ts';

/** The links that a message shows, and what kind of file they have to be. */
export type Shown = { urls: string[]; types: RegExp };

type Read =
  | { ok: true; content: string; shown: Shown; orderId: string | null }
  | { ok: false; field: string; message: string };
type Shape<T> = {
  schema: z.ZodMiniType<T>;
  /** Why it cannot be said although it has the form; null when it can. */
  check: (content: T) => Read | null;
  types?: RegExp;
  filesOf?: (content: T) => (string | null | undefined)[];
  /** The order that it says it is about. */
  orderOf?: (content: T) => string;
};
/** What is stored was allowed when it was sent, whatever the checks are by now. */
type Reader = (content: unknown, is: 'sent' | 'stored') => Read;

const wrong = (field: string, message: string): Read => ({ ok: false, field, message });
const any = /./;

/** Made once for each kind of message, and not again for each message. */
function readerFor<T>({ schema, check, filesOf, orderOf, types = any }: Shape<T>): Reader {
  const form = compiled(schema);
  return (content, is) => {
    const parsed = form.safeParse(content);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return wrong(['content', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'invalid');
    }
    const { data } = parsed;
    const urls = filesOf === undefined ? [] : filesOf(data).filter((url) => typeof url === 'string');
    const orderId = orderOf?.(data) ?? null;
    const refusal = is === 'sent' ? check(data) : null;
    return refusal ?? { ok: true, content: JSON.stringify(data), shown: { urls, types }, orderId };
  };
}

type Sizes = { width?: number; height?: number; size?: number; duration?: number };

/** What a picture, a voice or a file may say of itself: pages leave room for it before it is there. */
const most: Readonly<Record<keyof Sizes, number>> = {
  width: 50_000,
  height: 50_000,
  size: 1024 * 1024 * 1024,
  duration: 3_600,
};

function checkSizes(content: Sizes): Read | null {
  for (const name of ['width', 'height', 'size', 'duration'] as const) {
    const { [name]: size } = content;
    if (size !== undefined && !(size > 0 && size <= most[name])) return wrong(`content.${name}`, 'is no such size');
  }
  return null;
}

/** A text says something and is no longer than people may write, counted as they count: by code point. */
function checkText({ content }: { content: string }): Read | null {
  if (content.trim() === '') return wrong('content', 'is empty');
  // A text has no more code points than units, so most need not be counted.
  const isLong = content.length > limits.textLength && [...content].length > limits.textLength;
  return isLong ? wrong('content', `is longer than ${limits.textLength}`) : null;
}

const readers: Readonly<Record<number, Reader>> = {
  [MessageType.text]: readerFor({ schema: TextContent, check: checkText }),
  [MessageType.image]: readerFor({
    schema: ImageContent,
    check: checkSizes,
    types: /^image\//,
    filesOf: ({ url, thumbnailUrl }) => [url, thumbnailUrl],
  }),
  [MessageType.voice]: readerFor({
    schema: VoiceContent,
    check: checkSizes,
    types: /^(audio|video)\//,
    filesOf: ({ url }) => [url],
  }),
  [MessageType.file]: readerFor({ schema: FileContent, check: checkSizes, filesOf: ({ url }) => [url] }),
};

const doctorsOnly: typeof readers = {
  [MessageType.caseCard]: readerFor({ schema: CaseCardContent, check: () => null, orderOf: ({ orderId }) => orderId }),
};

const readerOf = (type: number, senderType: number) =>
  readers[type] ?? (senderType === SenderType.doctor ? doctorsOnly[type] : undefined);

function asJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/**
 * Reads what somebody wants to say: the JSON of the message's type, without anything that the type does not have.
 * Cards and notices come from the platform; of the cards a doctor sends only the one of the medical record.
 */
export function readContent(type: number, senderType: number, text: string): Read {
  const reader = readerOf(type, senderType);
  if (reader === undefined) return wrong('type', 'is not a kind of message that can be sent');
  const json = asJson(text);
  return json.ok ? reader(json.value, 'sent') : wrong('content', 'is not JSON');
}

/** The links of files that a stored message shows. */
export function filesIn(type: number, content: string): string[] {
  const json = asJson(content);
  const read = json.ok ? readers[type]?.(json.value, 'stored') : undefined;
  return read?.ok ? read.shown.urls : [];
}

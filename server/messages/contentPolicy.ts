import type * as z from 'zod/mini';
import { isBlank } from '../../clinical/words/writtenReason.ts';
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

/** The file links of a message, and the media types that they must have. */
export type LinkedFiles = { urls: string[]; types: RegExp };

type Read =
  | { ok: true; content: string; files: LinkedFiles; orderId: string | null }
  | { ok: false; field: string; message: string };
type Shape<T> = {
  schema: z.ZodMiniType<T>;
  /** Refuses content that has the right shape but is not acceptable; null when it is. */
  check: (content: T) => Read | null;
  types?: RegExp;
  filesOf?: (content: T) => (string | null | undefined)[];
  /** The order that the message refers to. */
  orderOf?: (content: T) => string;
};
/** Stored content passed the checks of its time, so only sent content is checked. */
type Reader = (content: unknown, source: 'sent' | 'stored') => Read;

const wrong = (field: string, message: string): Read => ({ ok: false, field, message });
const anyType = /./;

/** Creates the reader of a message type, once per type. */
function createReader<T>({ schema, check, filesOf, orderOf, types = anyType }: Shape<T>): Reader {
  const form = compiled(schema);
  return (content, source) => {
    const parsed = form.safeParse(content);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return wrong(['content', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'invalid');
    }
    const { data } = parsed;
    const urls = filesOf === undefined ? [] : filesOf(data).filter((url) => typeof url === 'string');
    const orderId = orderOf?.(data) ?? null;
    const refusal = source === 'sent' ? check(data) : null;
    return refusal ?? { ok: true, content: JSON.stringify(data), files: { urls, types }, orderId };
  };
}

type Sizes = { width?: number; height?: number; size?: number; duration?: number };

/** The largest sizes that a picture, voice note or file may declare; clients reserve space by them before it loads. */
const maxSizes: Readonly<Record<keyof Sizes, number>> = {
  width: 50_000,
  height: 50_000,
  size: 1024 * 1024 * 1024,
  duration: 3_600,
};

function checkSizes(content: Sizes): Read | null {
  for (const name of ['width', 'height', 'size', 'duration'] as const) {
    const { [name]: size } = content;
    if (size !== undefined && !(size > 0 && size <= maxSizes[name])) return wrong(`content.${name}`, 'is no such size');
  }
  return null;
}

/** A text must not be blank or longer than the limit, counted in code points. */
function checkText({ content }: { content: string }): Read | null {
  if (isBlank(content)) return wrong('content', 'is empty');
  // A text has at most as many code points as UTF-16 units, so most need not be counted.
  const isLong = content.length > limits.textLength && [...content].length > limits.textLength;
  return isLong ? wrong('content', `is longer than ${limits.textLength}`) : null;
}

const readers: Readonly<Record<number, Reader>> = {
  [MessageType.text]: createReader({ schema: TextContent, check: checkText }),
  [MessageType.image]: createReader({
    schema: ImageContent,
    check: checkSizes,
    types: /^image\//,
    filesOf: ({ url, thumbnailUrl }) => [url, thumbnailUrl],
  }),
  [MessageType.voice]: createReader({
    schema: VoiceContent,
    check: checkSizes,
    types: /^(audio|video)\//,
    filesOf: ({ url }) => [url],
  }),
  [MessageType.file]: createReader({ schema: FileContent, check: checkSizes, filesOf: ({ url }) => [url] }),
};

const doctorsOnly: typeof readers = {
  [MessageType.caseCard]: createReader({
    schema: CaseCardContent,
    check: () => null,
    orderOf: ({ orderId }) => orderId,
  }),
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
 * Reads the content of a sent message: the JSON of its type, without unknown fields. Cards and notices come from the
 * platform; the only card that a doctor sends is that of the medical record.
 */
export function readContent(type: number, senderType: number, text: string): Read {
  const reader = readerOf(type, senderType);
  if (reader === undefined) return wrong('type', 'is not a kind of message that can be sent');
  const json = asJson(text);
  return json.ok ? reader(json.value, 'sent') : wrong('content', 'is not JSON');
}

type Measured = { key: string; width: number | null; height: number | null };

/** A picture's message with the size that the platform measured, because readers reserve space by it; others unchanged. */
export function withMeasuredSize(type: number, content: string, files: readonly Measured[]): string {
  if (type !== MessageType.image) return content;
  const picture = ImageContent.parse(JSON.parse(content));
  const { width, height } = files.find(({ key }) => picture.url.includes(key)) ?? {};
  return width && height ? JSON.stringify({ ...picture, width, height }) : content;
}

/** The file links of a stored message. */
export function filesIn(type: number, content: string): string[] {
  const json = asJson(content);
  const read = json.ok ? readers[type]?.(json.value, 'stored') : undefined;
  return read?.ok ? read.files.urls : [];
}

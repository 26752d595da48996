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

/** The links that a message shows, and what kind of file they have to be. */
export type Shown = { urls: string[]; types: RegExp };

type Read =
  | { ok: true; content: string; shown: Shown; orderId: string | null }
  | { ok: false; field: string; message: string };
type Shape<T> = {
  schema: z.ZodMiniType<T>;
  types?: RegExp;
  filesOf?: (content: T) => (string | null | undefined)[];
  /** The order that it says it is about. */
  orderOf?: (content: T) => string;
};

const wrong = (field: string, message: string): Read => ({ ok: false, field, message });

function parsedAs<T>(content: unknown, { schema, filesOf = () => [], orderOf, types = /./ }: Shape<T>): Read {
  const parsed = schema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(['content', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'invalid');
  }
  const urls = filesOf(parsed.data).filter((url) => typeof url === 'string');
  const orderId = orderOf?.(parsed.data) ?? null;
  return { ok: true, content: JSON.stringify(parsed.data), shown: { urls, types }, orderId };
}

const readers: Readonly<Record<number, (content: unknown) => Read>> = {
  [MessageType.text]: (content) => parsedAs(content, { schema: TextContent }),
  [MessageType.image]: (content) =>
    parsedAs(content, {
      schema: ImageContent,
      types: /^image\//,
      filesOf: ({ url, thumbnailUrl }) => [url, thumbnailUrl],
    }),
  [MessageType.voice]: (content) =>
    parsedAs(content, { schema: VoiceContent, types: /^(audio|video)\//, filesOf: ({ url }) => [url] }),
  [MessageType.file]: (content) => parsedAs(content, { schema: FileContent, filesOf: ({ url }) => [url] }),
};

const doctorsOnly: typeof readers = {
  [MessageType.caseCard]: (content) =>
    parsedAs(content, { schema: CaseCardContent, orderOf: ({ orderId }) => orderId }),
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

type Sizes = { width?: number; height?: number; size?: number; duration?: number };

/** What a picture, a voice or a file may say of itself: pages leave room for it before it is there. */
const most: Readonly<Record<keyof Sizes, number>> = {
  width: 50_000,
  height: 50_000,
  size: 1024 * 1024 * 1024,
  duration: 3_600,
};

function checkSizes(content: string): Read | null {
  const sizes = JSON.parse(content) as Sizes;
  for (const name of ['width', 'height', 'size', 'duration'] as const) {
    const { [name]: size } = sizes;
    if (size !== undefined && !(size > 0 && size <= most[name])) return wrong(`content.${name}`, 'is no such size');
  }
  return null;
}

/** A text says something and is no longer than people may write, counted as they count: by code point. */
function checkText(content: string): Read | null {
  const { content: said } = JSON.parse(content) as { content: string };
  if (said.trim() === '') return wrong('content', 'is empty');
  return [...said].length > limits.textLength ? wrong('content', `is longer than ${limits.textLength}`) : null;
}

/**
 * Reads what somebody wants to say: the JSON of the message's type, without anything that the type does not have.
 * Cards and notices come from the platform; of the cards a doctor sends only the one of the medical record.
 */
export function readContent(type: number, senderType: number, text: string): Read {
  const reader = readerOf(type, senderType);
  if (reader === undefined) return wrong('type', 'is not a kind of message that can be sent');
  const json = asJson(text);
  if (!json.ok) return wrong('content', 'is not JSON');
  const read = reader(json.value);
  if (!read.ok) return read;
  return (type === MessageType.text ? checkText(read.content) : checkSizes(read.content)) ?? read;
}

/** The links of files that a stored message shows. */
export function filesIn(type: number, content: string): string[] {
  const json = asJson(content);
  const read = json.ok ? readers[type]?.(json.value) : undefined;
  return read?.ok ? read.shown.urls : [];
}

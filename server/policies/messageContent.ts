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

type Read = { ok: true; content: string; fileUrls: string[] } | { ok: false; field: string; message: string };
type Shape<T> = { schema: z.ZodMiniType<T>; filesOf: (content: T) => (string | null | undefined)[] };

const wrong = (field: string, message: string): Read => ({ ok: false, field, message });

function parsedAs<T>(content: unknown, { schema, filesOf }: Shape<T>): Read {
  const parsed = schema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(['content', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'invalid');
  }
  const fileUrls = filesOf(parsed.data).filter((url) => typeof url === 'string');
  return { ok: true, content: JSON.stringify(parsed.data), fileUrls };
}

const readers: Readonly<Record<number, (content: unknown) => Read>> = {
  [MessageType.text]: (content) => parsedAs(content, { schema: TextContent, filesOf: () => [] }),
  [MessageType.image]: (content) =>
    parsedAs(content, { schema: ImageContent, filesOf: ({ url, thumbnailUrl }) => [url, thumbnailUrl] }),
  [MessageType.voice]: (content) => parsedAs(content, { schema: VoiceContent, filesOf: ({ url }) => [url] }),
  [MessageType.file]: (content) => parsedAs(content, { schema: FileContent, filesOf: ({ url }) => [url] }),
};

const doctorsOnly: typeof readers = {
  [MessageType.caseCard]: (content) => parsedAs(content, { schema: CaseCardContent, filesOf: () => [] }),
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
  return (read.ok && type === MessageType.text ? checkText(read.content) : null) ?? read;
}

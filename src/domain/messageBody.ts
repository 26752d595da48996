import type * as z from 'zod/mini';
import {
  CaseCardContent,
  FileContent,
  ImageContent,
  MessageType,
  NoticeContent,
  PatientCardContent,
  PrescriptionCardContent,
  TextContent,
  VoiceContent,
} from '../../contract/im.ts';
import type { MessageBody } from './message.ts';

type Reader = (content: unknown) => MessageBody | null;

const reader =
  <T extends z.ZodMiniType>(schema: T, body: (content: z.output<T>) => MessageBody): Reader =>
  (content) => {
    const parsed = schema.safeParse(content);
    return parsed.success ? body(parsed.data) : null;
  };

const readers: Readonly<Record<number, Reader>> = {
  [MessageType.text]: reader(TextContent, ({ content }) => ({ kind: 'text', text: content })),
  [MessageType.image]: reader(ImageContent, ({ url, thumbnailUrl, width, height, name }) => ({
    kind: 'image',
    url,
    thumbnailUrl: thumbnailUrl ?? null,
    width,
    height,
    name: name ?? null,
  })),
  [MessageType.voice]: reader(VoiceContent, ({ url, duration }) => ({ kind: 'voice', url, durationS: duration })),
  [MessageType.file]: reader(FileContent, ({ url, name, size, type }) => ({
    kind: 'file',
    url,
    name,
    sizeBytes: size,
    type,
  })),
  [MessageType.notice]: reader(NoticeContent, ({ code, params, text }) => ({
    kind: 'notice',
    code,
    params: params ?? {},
    text,
  })),
  [MessageType.prescriptionCard]: reader(PrescriptionCardContent, (card) => ({ kind: 'prescription', ...card })),
  [MessageType.caseCard]: reader(CaseCardContent, (card) => ({ kind: 'case', ...card })),
  [MessageType.patientCard]: reader(PatientCardContent, ({ name, chiefComplaint, images }) => ({
    kind: 'patient',
    name,
    chiefComplaint,
    images: images ?? [],
  })),
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a message's content. Content that does not fit its type is shown as unknown and never discarded. */
export const readBody = (type: number, content: string): MessageBody =>
  readers[type]?.(parseJson(content)) ?? { kind: 'unknown', type };

/** The content of a text message on the wire. */
export const textContent = (text: string): string =>
  JSON.stringify({ content: text } satisfies z.input<typeof TextContent>);

const kinds: Readonly<Record<number, MessageBody['kind']>> = {
  [MessageType.text]: 'text',
  [MessageType.image]: 'image',
  [MessageType.voice]: 'voice',
  [MessageType.file]: 'file',
  [MessageType.notice]: 'notice',
  [MessageType.prescriptionCard]: 'prescription',
  [MessageType.caseCard]: 'case',
  [MessageType.patientCard]: 'patient',
};

const types = Object.fromEntries(Object.entries(kinds).map(([type, kind]) => [kind, Number(type)]));

/** The message type of a body; that of an unknown one is as received. */
export const typeOf = (body: MessageBody): number =>
  body.kind === 'unknown' ? body.type : (types[body.kind] ?? MessageType.text);

/** Kind of a chat's last message, from its type and the beginning of its text. */
export const briefKind = (type: number): MessageBody['kind'] => kinds[type] ?? 'unknown';

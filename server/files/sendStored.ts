import type { Stats } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Disk, ifExists, type OpenedFile } from './disk.ts';

const blockBytes = 64 * 1024;

type Range = { from: number; to: number };

/** The range of bytes that a request asks for; null for none, for several and for other forms, which HTTP lets a server ignore. */
function rangeIn(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from > to ? 'beyond' : { from, to };
}

const seconds = (ms: number) => Math.floor(ms / 1_000);

/** Whether the requester's copy is this version. An entity tag decides alone, because times have only seconds. */
function isUnchanged({ headers }: FastifyRequest, tag: string, changedAt: number): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known === '*' || known.split(',').some((one) => one.trim() === tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return seconds(changedAt) <= seconds(since);
}

/** Whether a range continues the version that the requester has a part of. */
function continues({ headers }: FastifyRequest, tag: string, changedAt: number): boolean {
  const known = headers['if-range'];
  return known === undefined || known === tag || seconds(changedAt) <= seconds(Date.parse(String(known)));
}

/** Reads only when the requester takes more, so that a slow one has no turn at the disk meanwhile. */
async function* read(file: OpenedFile, { from, to }: Range) {
  for (let at = from; at <= to; ) {
    const block = await file.read(at, Math.min(blockBytes, to - at + 1));
    if (block.length === 0) throw new Error('a stored file has become shorter');
    at += block.length;
    yield block;
  }
}

/** Opens a file and reads its first byte, so that a disk that does not answer is noticed before an answer begins. */
async function openAndProbe(disk: Disk, path: string): Promise<{ file: OpenedFile; about: Stats } | null> {
  const file = await ifExists(disk.openFile(path, 'r'));
  if (file === null) return null;
  try {
    const about = await file.about();
    await file.read(0, 1);
    return { file, about };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

/** Answers with a file of a folder: a range of it where asked, and nothing where the requester has this version. */
export async function sendStored(disk: Disk, path: string, request: FastifyRequest, reply: FastifyReply) {
  const opened = await disk.inCall(() => openAndProbe(disk, path));
  if (opened === null) return reply.callNotFound();
  const { file, about } = opened;
  const { size, mtimeMs } = about;
  const tag = `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const range = continues(request, tag, mtimeMs) ? rangeIn(request.headers.range, size) : null;
  reply.header('accept-ranges', 'bytes').header('etag', tag).header('last-modified', about.mtime.toUTCString());
  const answerWithout = async (status: number) => {
    await file.close();
    return reply.code(status).send();
  };
  if (isUnchanged(request, tag, mtimeMs)) return answerWithout(304);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    return answerWithout(416);
  }
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
  const part = range ?? { from: 0, to: size - 1 };
  reply.header('content-length', part.to - part.from + 1);
  const isHead = request.method === 'HEAD';
  const content = Readable.from(isHead ? [] : read(file, part), { objectMode: false, highWaterMark: blockBytes });
  // The content has been sent, so a failed close needs no answer.
  content.once('close', () => void file.close().catch(() => {}));
  return reply.send(content);
}

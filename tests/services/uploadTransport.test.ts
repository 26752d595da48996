import { expect, test } from 'vitest';
import type { Api } from '../../contract/catalogue.ts';
import type { StoredFile } from '../../contract/extension/files.ts';
import { ConversationId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Failure } from '../../contract/operation.ts';
import type { Upload } from '../../src/domain/attachedFiles.ts';
import { createUploadTransport, uploadEnd } from '../../src/services/uploadTransport.ts';

const piece = limits.filePartBytes;
const stored: StoredFile = {
  url: '/files/1',
  name: 'a.pdf',
  size: 1,
  type: 'application/pdf',
  width: null,
  height: null,
};
const upload = {
  id: 'u1',
  conversationId: ConversationId.parse('c1'),
  kind: 'file',
  name: 'a.pdf',
  type: 'application/pdf',
  size: 1,
  width: 0,
  height: 0,
  durationS: 0,
  addedAt: 0,
  sendAs: null,
  stored: null,
} satisfies Upload;
const failing = (kind: Failure['kind'], code: number | null = null) => ({
  ok: false as const,
  failure: { kind, code, message: 'as it says', data: null },
});

type Disturbance = { readonly at: number; readonly answer: ReturnType<typeof failing>; readonly taken: boolean };

/** A platform that accepts chunks; answers may be lost before or after it stores one. */
function platform({ received = 0, knowsPieces = true, disturbances = [] as Disturbance[] } = {}) {
  const asked: string[] = [];
  let there = received;
  let file: StoredFile | null = null;
  const api = {
    async uploadFile(_: unknown, { file: whole }: { file: Blob }) {
      asked.push(`whole ${whole.size}`);
      return { ok: true, data: stored };
    },
    uploadProgress: async () =>
      knowsPieces ? { ok: true, data: { received: there, file } } : failing('notFound', 404),
    async uploadPart({ offset, size }: { offset: number; size: number }, { file: part }: { file: Blob }) {
      asked.push(`${offset}+${part.size}`);
      const disturbance = disturbances.find(({ at }) => at === offset);
      if (disturbance) disturbances.splice(disturbances.indexOf(disturbance), 1);
      if (!disturbance || disturbance.taken) {
        if (offset === there) there += part.size;
        if (there === size) file = stored;
      }
      return disturbance?.answer ?? { ok: true, data: { received: there, file } };
    },
  } as unknown as Api;
  const parts: number[] = [];
  const send = (bytes: number) =>
    createUploadTransport(api)({
      upload,
      file: new Blob([new Uint8Array(bytes)]),
      report: (part) => void parts.push(part),
      signal: new AbortController().signal,
    });
  return { send, asked, parts };
}

test('a small file is sent in one request', async () => {
  const { send, asked } = platform();
  expect(await send(piece)).toEqual({ outcome: 'stored', stored });
  expect(asked).toEqual([`whole ${piece}`]);
});

test('a larger file is sent in chunks, from where the platform has it', async () => {
  const { send, asked, parts } = platform({ received: piece });
  expect(await send(piece * 2 + 10)).toEqual({ outcome: 'stored', stored });
  expect(asked).toEqual([`${piece}+${piece}`, `${piece * 2}+10`]);
  expect(parts).toEqual([piece / (piece * 2 + 10), (piece * 2) / (piece * 2 + 10)]);
});

test('when the answer to the last chunk is lost, the next attempt finds the file whole and sends nothing', async () => {
  const { send, asked } = platform({ disturbances: [{ at: piece, answer: failing('network'), taken: true }] });
  expect(await send(piece + 10)).toEqual({ outcome: 'lost' });
  expect(await send(piece + 10)).toEqual({ outcome: 'stored', stored });
  expect(asked).toEqual([`0+${piece}`, `${piece}+10`]);
});

test('a platform without chunked upload gets the whole file', async () => {
  const { send, asked } = platform({ knowsPieces: false });
  expect(await send(piece * 3)).toEqual({ outcome: 'stored', stored });
  expect(asked).toEqual([`whole ${piece * 3}`]);
});

test.each([
  ['network', null, { outcome: 'lost' }],
  ['timeout', null, { outcome: 'lost' }],
  ['server', 500, { outcome: 'lost' }],
  ['sessionEnded', null, { outcome: 'lost' }],
  ['business', 429, { outcome: 'lost' }],
  ['business', 1_050_005_001, { outcome: 'refused', message: 'as it says' }],
  ['forbidden', 403, { outcome: 'refused', message: 'as it says' }],
] as const)('a failure of kind %s (%s) is %o', async (kind, code, outcome) => {
  const { send } = platform({ disturbances: [{ at: 0, answer: failing(kind, code), taken: false }] });
  expect(await send(piece + 1)).toEqual(outcome);
});

test('cancelling a chunked upload ends it on the platform; a file in one request needs no cancellation', () => {
  const ended: string[] = [];
  const end = uploadEnd({
    cancelUpload: async ({ uploadId }: { uploadId: string }) => ended.push(uploadId),
  } as unknown as Api);
  for (const [id, size] of [
    ['small', piece],
    ['large', piece + 1],
  ] as const)
    end({ id, size });
  expect(ended).toEqual(['large']);
});

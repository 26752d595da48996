import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { cancelUpload, uploadProgress } from '../../../contract/extension/files.ts';
import { limits } from '../../../contract/limits.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { filesSuite, pdf, type Uploaded } from '../../support/filesSuite.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
const { tokens, post, open, stored } = filesSuite((opened) => {
  platform = opened;
});

type Arrived = { received: number; file: Uploaded | null };
const piece = limits.filePartBytes;
const large = Buffer.concat([pdf, Buffer.alloc(piece * 2)]);

function inPieces(content = large, token = tokens.ann) {
  const uploadId = crypto.randomUUID();
  const query = (offset: number, name: string) =>
    new URLSearchParams({ uploadId, offset: String(offset), size: String(content.length), name });
  const put = (offset: number, name = 'report.pdf', length = piece) =>
    post<Arrived>(
      `/api/infra/file/part?${query(offset, name)}`,
      content.subarray(offset, offset + length),
      name,
      token,
    );
  const progress = (who = token) => platform.call<Arrived>(uploadProgress, { uploadId }, { token: who });
  const cancel = (who = token) => platform.call<true>(cancelUpload, { uploadId }, { token: who });
  return { put, progress, cancel };
}

test('a file that is uploaded in pieces is stored once, however often its last piece is sent', async () => {
  const before = stored().length;
  const { put, progress } = inPieces();
  expect((await progress()).data).toEqual({ received: 0, file: null });
  expect((await put(0)).data).toEqual({ received: piece, file: null });
  expect((await put(piece)).data).toEqual({ received: piece * 2, file: null });
  const { data } = await put(piece * 2);
  expect(data.file).toMatchObject({ name: 'report.pdf', size: large.length, type: 'application/pdf' });
  expect((await open(data.file?.url ?? '')).rawPayload.equals(large)).toBe(true);
  expect((await put(piece * 2)).data.file).toEqual(data.file);
  expect((await progress()).data.file).toEqual(data.file);
  expect((await put(0)).data.file).toEqual(data.file);
  const rows = await platform.db.select().from(fileObject).where(eq(fileObject.size, large.length));
  expect(rows).toHaveLength(1);
  // The file, and the stored key of its upload.
  expect(stored()).toHaveLength(before + 2);
});

test('a piece is accepted only at the current end of the file, which every answer contains', async () => {
  const { put, progress } = inPieces();
  await put(0);
  expect((await put(0)).data).toEqual({ received: piece, file: null });
  expect((await put(piece * 2)).data).toEqual({ received: piece, file: null });
  expect((await progress()).data).toEqual({ received: piece, file: null });
});

test('the same piece twice at once is stored once', async () => {
  const { put } = inPieces();
  const answers = await Promise.all([put(0), put(0), put(0)]);
  expect(answers.map(({ data }) => data.received)).toEqual([piece, piece, piece]);
});

test('an upload is accessible only to its owner', async () => {
  const { put, progress } = inPieces();
  await put(0);
  expect((await progress(tokens.bob)).data).toEqual({ received: 0, file: null });
});

test('a cancelled upload is deleted, and only its owner can cancel it', async () => {
  const before = stored().length;
  const { put, progress, cancel } = inPieces();
  await put(0);
  expect((await cancel(tokens.bob)).data).toBe(true);
  expect((await progress()).data).toEqual({ received: piece, file: null });
  expect((await cancel()).data).toBe(true);
  expect((await cancel()).data).toBe(true);
  expect((await progress()).data).toEqual({ received: 0, file: null });
  expect(stored()).toHaveLength(before);
});

test('one person has at most thirty unfinished uploads; cancelled and idle ones make room', async () => {
  const { accessToken: token } = await platform.signIn();
  const incoming = join(platform.dataDir, 'files', 'incoming');
  for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), 1, 1);
  const all = Array.from({ length: 31 }, () => inPieces(large, token));
  for (const { put } of all.slice(0, 30)) expect((await put(0)).code).toBe(Code.ok);
  const last = all[30];
  expect((await last?.put(0))?.code).toBe(Code.tooManyRequests);
  await all[0]?.cancel();
  expect((await last?.put(0))?.code).toBe(Code.ok);
  const next = inPieces(large, token);
  expect((await next.put(0)).code).toBe(Code.tooManyRequests);
  for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), 1, 1);
  expect((await next.put(0)).code).toBe(Code.ok);
  for (const { cancel } of [...all, next]) await cancel();
});

test('pieces cannot exceed their limit or the announced size', async () => {
  const { put } = inPieces(Buffer.concat([large, large]));
  expect((await put(0, 'report.pdf', piece + 1)).code).toBe(Code.fileTooLarge);
  const short = inPieces(pdf);
  const more = await post<Arrived>(
    `/api/infra/file/part?${new URLSearchParams({ uploadId: crypto.randomUUID(), offset: '0', size: '3', name: 'a.pdf' })}`,
    pdf,
    'a.pdf',
    tokens.ann,
  );
  expect(more.code).toBe(Code.fileTooLarge);
  expect((await short.put(0)).data.file).toMatchObject({ type: 'application/pdf' });
});

test('a file that was uploaded in pieces is checked like any other', async () => {
  const before = stored().length;
  const { put } = inPieces(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect((await put(0, 'a.svg')).code).toBe(Code.fileTypeRefused);
  expect(stored()).toHaveLength(before);
});

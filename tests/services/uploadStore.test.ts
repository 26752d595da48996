import { beforeEach, expect, test, vi } from 'vitest';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Upload } from '../../src/domain/attachedFiles.ts';
import { openVault } from '../../src/services/openVault.ts';
import { createUploadStore } from '../../src/services/uploadStore.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

/** Node lacks FileReader, which old browsers need to read blobs. */
class Reader {
  result = '';
  onload = () => {};
  async readAsDataURL(file: Blob) {
    this.result = `data:;base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
    this.onload();
  }
}

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal('FileReader', Reader);
  return () => vi.unstubAllGlobals();
});

const upload: Upload = {
  id: 'u1',
  conversationId: ConversationId.parse('c1'),
  kind: 'file',
  name: 'report.pdf',
  type: 'application/pdf',
  size: 3,
  width: 0,
  height: 0,
  durationS: 0,
  addedAt: 1,
  sendAs: null,
  stored: null,
};
const sent: Upload = { ...upload, sendAs: ClientMessageId.parse('01890000-0000-7000-8000-000000000001') };
const file = new Blob(['abc']);
const page = () =>
  createUploadStore(openVault({ crypto, indexedDB, page: null, owner: '1:7', log: () => {} }), () => 1);

test('sending a file is stored even while its bytes are being written', async () => {
  const first = page();
  const keeping = first.keep(upload, file);
  first.note(sent);
  await keeping;
  const read = await page().read('u1');
  expect([read?.upload.sendAs, await read?.file.text()]).toEqual([sent.sendAs, 'abc']);
});

test('storing that a file is sent does not wait for the bytes of another file', async () => {
  const first = page();
  await first.keep(upload, file);
  vi.stubGlobal(
    'FileReader',
    class extends Reader {
      override async readAsDataURL() {}
    },
  );
  void first.keep({ ...upload, id: 'u2' }, file);
  first.note(sent);
  await expect.poll(async () => (await page().read('u1'))?.upload.sendAs).toBe(sent.sendAs);
});

test('a file removed while its bytes are being written is gone afterwards', async () => {
  const first = page();
  void first.keep(upload, file);
  await first.drop('u1');
  expect([await page().ids(), await page().read('u1')]).toEqual([[], null]);
});

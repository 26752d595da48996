import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signFile } from '../../contract/extension/files.ts';
import { type ImMessage, MessageType } from '../../contract/im.ts';
import type { Phone } from '../../simulator/phone.ts';
import { screenshot } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { type FaultProxy, faultProxy } from '../support/faultProxy.ts';
import { journey } from '../support/journey.ts';

const { platform, patient, doctorWith, onCleanup } = journey({
  chromium: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
});
let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port: platform().port }) });
});
afterAll(() => proxy?.close());

/** A doctor behind the fault proxy, with one accepted patient whose phone records the messages it receives. */
async function inConsultation(account: string) {
  const phone = await patient();
  const { conversationId } = await phone.opensOrder(`Rash on the arm, asks ${account}`);
  const received: ImMessage[] = [];
  const subscription = phone.heard$.subscribe((message) => {
    if (message.conversationId === conversationId) received.push(message);
  });
  onCleanup(() => subscription.unsubscribe());
  const { user, doc } = await doctorWith(account, [phone], { url: proxy.url });
  const pane = doc.pane(phone.name);
  const attach = async (
    button: 'Attach image' | 'Attach file',
    file: { name: string; mimeType: string; buffer: Buffer },
  ) => {
    const [chooser] = await Promise.all([
      user.page.waitForEvent('filechooser'),
      pane.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles(file);
  };
  const send = () => pane.getByRole('button', { name: 'Send', exact: true }).click();
  const strip = pane.getByRole('list', { name: 'Files to send' });
  return { phone, received, user, doc, pane, attach, send, strip };
}

/** A photo of noise, which compresses badly in any format, rotated and with a location in its metadata. */
async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const image = context.createImageData(w, h);
      for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      context.putImageData(image, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.5 })).arrayBuffer(),
      );
      let text = '';
      for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(text);
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(base64, 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)]);
}

const place = 'N39 54 26.37 E116 23 29.22';

/** An EXIF segment: orientation 6 (rotated right) and a GPS location. */
function exif(): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
  };
  entry(10, 0x0112, 3, 1);
  tiff.writeUInt16BE(6, 18);
  entry(22, 0x010e, 2, place.length + 1);
  tiff.writeUInt32BE(tiff.length, 30);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(`${place}\0`, 'latin1')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The file behind a message's link, downloaded as the patient's phone does. */
async function opened(phone: Phone, { content }: ImMessage) {
  const { url } = JSON.parse(content) as { url: string };
  const { url: fresh } = await phone.call(signFile, { url });
  const reply = await fetch(new URL(fresh, platform().url));
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()), link: fresh };
}

test('an interrupted upload of a photo continues by itself; the patient gets it once, without its place', async () => {
  const { phone, received, user, pane, attach, send, strip, doc } = await inConsultation('doctor01');
  const original = await photo(user.page, 3_000, 2_000);
  expect(original.includes(place)).toBe(true);
  const offsets: number[] = [];
  user.page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'POST' && url.pathname.endsWith('/infra/file/part'))
      offsets.push(Number(url.searchParams.get('offset')));
  });
  proxy.shape({ bitsPerSecond: 3_000_000 }, 'up');
  await attach('Attach image', { name: 'rash.heic.jpg', mimeType: 'image/jpeg', buffer: original });
  await strip.getByRole('img', { name: /rash/ }).waitFor();
  await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThan(2);
  proxy.refuse();
  proxy.reset();
  await strip.getByText(/%, waiting/).waitFor();
  await send();
  await screenshot(user.page, 'test-results/attachments-waiting.png');
  proxy.heal();
  await expect.poll(() => received.length, { timeout: 40_000 }).toBe(1);
  expect(new Set(offsets).size).toBeGreaterThanOrEqual(offsets.length - 1);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);

  const [message] = received;
  if (!message) throw new Error('nothing came');
  expect(message.type).toBe(MessageType.image);
  expect(JSON.parse(message.content)).toMatchObject({ width: 1_365, height: 2_048 });
  const { bytes } = await opened(phone, message);
  expect(bytes.includes('Exif')).toBe(false);
  expect(bytes.includes(place)).toBe(false);
  await strip.waitFor({ state: 'detached' });

  // The doctor opens the picture in full size, rotates it, and returns to the same place.
  const thumbnail = doc.conversation(phone.name).locator('.chat-picture');
  await thumbnail.click();
  const viewer = user.page.getByRole('region', { name: `Pictures of ${phone.name}` });
  const large = viewer.getByRole('img');
  await viewer.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => large.evaluate((image) => image.style.transform)).toContain('rotate(90deg)');
  await viewer.getByText(phone.name).waitFor();
  await viewer.getByRole('button', { name: '100' }).click();
  await expect.poll(() => large.evaluate((image) => image.style.transform)).toContain('scale(1)');
  // The conversation beside it stays usable.
  const box = pane.getByRole('textbox', { name: `Message ${phone.name}` });
  await box.fill('One moment please');
  await box.fill('');
  await viewer.focus();
  await screenshot(user.page, 'test-results/attachments-viewer.png');
  await user.page.keyboard.press('r');
  await expect.poll(() => large.evaluate((image) => image.style.transform)).toContain('rotate(180deg)');
  await user.page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expect.poll(() => thumbnail.evaluate((button) => button === document.activeElement)).toBe(true);

  // A failed download can be retried.
  await user.page.route('**/files/**', (route) => route.abort());
  await thumbnail.click();
  await viewer.getByText('The picture could not be loaded.').waitFor();
  await screenshot(user.page, 'test-results/attachments-broken.png');
  await user.page.unroute('**/files/**');
  await viewer.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(2_048);
  await user.page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });

  // After a recall the link is dead, even if it has not expired.
  const { link } = await opened(phone, message);
  await thumbnail.hover();
  await pane.getByRole('button', { name: 'Take back' }).click();
  await doc.conversation(phone.name).getByText('You took a message back').waitFor();
  expect((await fetch(new URL(link, platform().url))).status).toBe(403);
  expect(received).toHaveLength(1);
  expect(user.problems.filter((problem) => !/ERR_|WebSocket|Failed to load/.test(problem))).toEqual([]);
});

/** Drags a file over the conversation and drops it once the drop zone is active. */
async function drop(page: Page, pane: Locator, { name, base64 }: { name: string; base64: string }) {
  const target = pane.locator('.pane-chat');
  const files = await page.evaluateHandle(
    ([called, text]) => {
      const carried = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      carried.items.add(new File([bytes], called, { type: 'image/png' }));
      return carried;
    },
    [name, base64] as const,
  );
  await target.dispatchEvent('dragover', { dataTransfer: files });
  await pane.getByText(/^Drop to attach for/).waitFor();
  await screenshot(page, 'test-results/attachments-drop.png');
  await target.dispatchEvent('drop', { dataTransfer: files });
}

test('an unsent attachment survives a reload and is sent once; a document opens by its name', async () => {
  const { phone, received, user, pane, attach, send, strip, doc } = await inConsultation('doctor02');
  const turned = await photo(user.page, 200, 100);
  // Simulates an old browser that cannot draw in a worker.
  await user.page.evaluate(() => Reflect.deleteProperty(window, 'OffscreenCanvas'));
  await attach('Attach image', { name: 'rash.jpg', mimeType: 'image/jpeg', buffer: turned });
  await strip.getByRole('img', { name: 'Picture to send: rash.jpg' }).waitFor();
  await attach('Attach file', {
    name: '化验单.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
  });
  await strip.getByText('化验单.pdf').waitFor();

  // Another window shows the attachment and releases it when closed.
  const other = await user.tab();
  await other.goto('/cloudRoom');
  const there = doctor({ ...user, page: other })
    .pane(phone.name)
    .getByRole('list', { name: 'Files to send' });
  await expect.poll(() => there.getByText('Attached in another window').count(), { timeout: 20_000 }).toBe(2);
  await screenshot(other, 'test-results/attachments-elsewhere.png');
  await other.close();

  await drop(user.page, pane, { name: 'screen.png', base64: (await user.page.screenshot()).toString('base64') });
  await strip.getByRole('img', { name: 'Picture to send: screen.png' }).waitFor();
  await strip.getByText('Preparing').waitFor({ state: 'detached' });
  await doc.leavesAndReturns();
  await strip.getByRole('img', { name: 'Picture to send: rash.jpg' }).waitFor();
  await strip.getByText('化验单.pdf').waitFor();
  await screenshot(user.page, 'test-results/attachments-strip.png');
  await send();
  await expect
    .poll(() => received.map(({ type }) => type), { timeout: 20_000 })
    .toEqual([MessageType.image, MessageType.file, MessageType.image]);
  const crisp = received[2] && (await opened(phone, received[2]));
  expect(crisp?.bytes.subarray(1, 4).toString()).toBe('PNG');
  await strip.waitFor({ state: 'detached' });

  const card = doc.conversation(phone.name).getByRole('link', { name: /化验单\.pdf/ });
  await card.waitFor();
  await screenshot(user.page, 'test-results/attachments-card.png');
  const [answer] = await Promise.all([
    user.context.waitForEvent('response', (response) => new URL(response.url()).pathname.startsWith('/files/')),
    card.click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toContain(encodeURIComponent('化验单.pdf'));
  await doc.leavesAndReturns();
  await card.waitFor();
  expect(received).toHaveLength(3);
  expect(user.problems).toEqual([]);
});

test('a voice note can be recorded, previewed, sent, and played in the chat from any position', async () => {
  const { phone, received, user, pane, doc } = await inConsultation('doctor03');
  await pane.getByRole('button', { name: 'Record voice message' }).click();
  await pane.getByRole('timer').filter({ hasText: '0:03' }).waitFor();
  await screenshot(user.page, 'test-results/attachments-recording.png');
  await pane.getByRole('button', { name: 'Stop recording' }).click();
  await pane.getByRole('group', { name: 'Your recording' }).getByRole('button', { name: 'Play' }).click();
  await screenshot(user.page, 'test-results/attachments-recorded.png');
  await pane.getByRole('button', { name: 'Send recording' }).click();
  await expect.poll(() => received.map(({ type }) => type)).toEqual([MessageType.voice]);
  const [message] = received;
  if (!message) throw new Error('nothing came');
  const { reply } = await opened(phone, message);
  expect(reply.headers.get('content-type')).toMatch(/^audio\//);

  const player = doc.conversation(phone.name).getByRole('group', { name: /Voice message/ });
  const place = () => player.getByRole('slider').inputValue().then(Number);
  await player.getByRole('button', { name: 'Play' }).click();
  await expect.poll(place).toBeGreaterThan(0.5);
  await player.getByRole('button', { name: 'Pause' }).click();
  await player.getByRole('slider').press('Home');
  await player.getByRole('slider').fill('2.5');
  await player.getByRole('button', { name: 'Play' }).click();
  await expect.poll(place).toBeGreaterThan(2.5);
  await screenshot(user.page, 'test-results/attachments-voice.png');
  await player.getByRole('button', { name: 'Play' }).waitFor();
  expect(user.problems).toEqual([]);
});

import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import type { Reply } from '../../support/scriptedPlatform.ts';
import { signedIn, until, withBrowser } from './scene.ts';

withBrowser();

async function atOrders(answer: Reply) {
  const scene = await signedIn();
  scene.platform.on('pageOrders', () => answer);
  await scene.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await until(() => scene.platform.calls('pageOrders').length > 0);
  return scene;
}

test.each<[string, Reply, string]>([
  ['403 without a word', { code: 403 }, 'No permission for this operation'],
  ['403 with its message', { code: 403, msg: 'Not your order' }, 'Not your order'],
  ['404', { code: 404 }, 'Resource does not exist'],
  ['500', { code: 500, msg: 'NullPointerException' }, 'Server error, contact the administrator'],
  ['9999', { code: 9999 }, 'Unknown system error, report to the administrator'],
  ['9999 with its message', { code: 9999, msg: 'Closed for stocktaking' }, 'Closed for stocktaking'],
  ['a broken line', 'reset', 'Operation failed, system abnormal'],
  ['502', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 'Request error, retry later (502)'],
  [
    'status 401',
    { status: 401, contentType: 'application/json', body: '{"code":401}' },
    'Request error, retry later (401)',
  ],
  ['an empty body', { contentType: 'application/json', body: '' }, 'The server sent an empty answer. Try again later.'],
])('%s shows one toast with the catalogue text, and renews nothing', async (_, answer, text) => {
  const { toasts, renewals, quiet, dialog } = await atOrders(answer);
  await toasts().first().waitFor();
  await quiet();
  expect(await toasts().allInnerTexts()).toEqual([expect.stringContaining(text)]);
  expect([renewals(), await dialog().count()]).toEqual([0, 0]);
});

test('a call without an answer within 30 s times out', async () => {
  const scene = await signedIn({ clock: true });
  scene.platform.on('pageOrders', () => 'silence');
  await scene.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await until(() => scene.platform.calls('pageOrders').length > 0);
  await scene.page.clock.runFor(29_000);
  expect(await scene.toasts().count()).toBe(0);
  await scene.page.clock.runFor(1_500);
  await scene.toasts().getByText('The interface request timed out, refresh and retry').waitFor();
});

test('a form that is refused with 401 is sent once more, byte for byte', async () => {
  const { page, platform, renewals } = await signedIn();
  platform.on('updateInfo', ({ token }) => (token === 'access-1-doctor01' ? { code: 401 } : { data: true }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('textbox', { name: 'Special skills' }).fill('腹痛, “fever” & ½ tablets');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile was saved.').waitFor();
  const [first, second, ...more] = platform.calls('updateInfo');
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect([renewals(), more]).toEqual([1, []]);
});

test('a picture that is refused with 401 is sent once more, the same picture', async () => {
  const { page, platform, renewals } = await signedIn();
  const picture = PNG.sync.write(new PNG({ width: 64, height: 64 }));
  const digest = createHash('sha256').update(picture).digest('hex');
  const received: string[] = [];
  platform.on('uploadFile', ({ token, body, contentType }) => {
    const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
    const start = body.indexOf('\r\n\r\n') + 4;
    const end = body.indexOf(`\r\n--${boundary}`, start);
    received.push(createHash('sha256').update(body.subarray(start, end)).digest('hex'));
    if (token === 'access-1-doctor01') return { code: 401 };
    return { data: { url: '/files/1', name: 'signature.png', size: picture.length, type: 'image/png' } };
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await page
    .getByLabel('Signature: picture file')
    .setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: picture });
  await until(() => received.length === 2);
  expect([received, renewals()]).toEqual([[digest, digest], 1]);
});

import { createDecipheriv } from 'node:crypto';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { fillSignIn } from '../../support/signIn.ts';
import { signedIn, signedOut, until, withBrowser } from './scene.ts';

withBrowser();

const secretKey = 'k3y0fs1xteenchrs';
const gapAt = 132;

const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height })).toString('base64');
const opened = (text: string) => {
  const cipher = createDecipheriv('aes-128-ecb', secretKey, null);
  return cipher.update(text, 'base64', 'utf8') + cipher.final('utf8');
};

/** A platform that requires a puzzle before a log-in; the piece fits within five pixels. */
async function withPuzzle() {
  const scene = await signedOut();
  const { platform } = scene;
  const answer = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });
  let given = 0;
  platform.on('getCaptcha', () => {
    given += 1;
    const repData = {
      originalImageBase64: png(310, 155),
      jigsawImageBase64: png(47, 155),
      token: `puzzle-${given}`,
      secretKey,
    };
    return answer({ repCode: '0000', repData });
  });
  platform.on('checkCaptcha', ({ body }) => {
    const { pointJson } = JSON.parse(body.toString()) as { pointJson: string };
    const { x, y } = JSON.parse(opened(pointJson)) as { x: number; y: number };
    const fits = Number.isInteger(x) && Math.abs(x - gapAt) <= 5 && y === 5;
    return answer({ repCode: fits ? '0000' : '6111', repData: { result: fits } });
  });
  platform.on('login', ({ body }) => {
    const { captchaVerification: proof } = JSON.parse(body.toString()) as { captchaVerification?: string };
    return proof ? null : { code: 1_002_000_004, msg: '验证码不正确' };
  });
  await scene.page.goto('/login');
  await fillSignIn(scene.page, 'doctor01');
  const slider = scene.page.getByRole('slider', { name: 'Slide to complete the puzzle' });
  await slider.waitFor();
  await until(() => slider.isEnabled());
  return { ...scene, slider, given: () => given };
}

test('the puzzle can be solved with the arrow keys and Enter, and the proof contains the checked text', async () => {
  const { page, platform, slider } = await withPuzzle();
  await slider.focus();
  for (let i = 0; i < gapAt; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  const last = platform.calls('login').at(-1);
  const { captchaVerification } = JSON.parse(last?.body.toString() ?? '{}') as { captchaVerification: string };
  expect(opened(captchaVerification)).toBe(`puzzle-1---{"x":${gapAt},"y":5}`);
});

test('the puzzle can be dragged at any width', async () => {
  const { page, slider } = await withPuzzle();
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  const thumb = (box.width * 47) / 310;
  const at = (x: number) => box.x + thumb / 2 + (x / 263) * (box.width - thumb);
  await page.mouse.move(at(0), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(at(gapAt), box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
});

test('a piece in the wrong place brings another puzzle, and "New puzzle" one more', async () => {
  const { page, slider, given } = await withPuzzle();
  await slider.fill('20');
  await slider.press('Enter');
  await page.getByText('That did not fit. Try again.').waitFor();
  // Until the other puzzle is there, "New puzzle" would ask for nothing more.
  await until(() => slider.isEnabled());
  expect(given()).toBe(2);
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await until(() => given() === 3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('textbox', { name: 'Account' }).inputValue()).toBe('doctor01');
});

test('the puzzle fits a phone, and the whole form too', async () => {
  const { page } = await withPuzzle();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https:evil.example', '/'],
  ['%2F%2Fevil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/personalData?tab=1', '/personalData?tab=1'],
])('logging in with ?redirect=%s leads to %s on this site', async (redirect, expected) => {
  const { page, platform } = await signedIn();
  await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(page.url()).toBe(`${platform.url}${expected}`);
});

test('a wrong password shows an error under the field, without a toast and without a renewal', async () => {
  const { page, renewals, toasts, problems } = await signedOut();
  await page.goto('/login');
  await fillSignIn(page, 'doctor01', 'wrong');
  await page.getByText('登录失败，账号密码不正确').waitFor();
  expect([renewals(), await toasts().count(), problems]).toEqual([0, 0, []]);
});

test('a reviewer starts on the review queue', async () => {
  const { page, signIn } = await signedOut();
  await signIn(page, 'auditor01');
  await page.waitForURL('**/prescriptionTask');
});

test('the sign-in page loads no dictionary; after the sign-in all twelve are loaded once', async () => {
  const { page, platform, signIn, quiet } = await signedOut();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await quiet();
  expect(platform.calls('getDictByType')).toEqual([]);
  await signIn(page);
  await quiet();
  expect(platform.calls('getDictByType')).toHaveLength(12);
});

test('every call names the hospital; only permitted calls carry the token', async () => {
  const { page, platform, signIn, quiet } = await signedOut();
  await signIn(page);
  await quiet();
  const [lookup, ...others] = platform.calls();
  expect([lookup?.name, lookup?.hospital, lookup?.token]).toEqual(['getTenantByWebsite', '1', null]);
  expect(new Set(others.map(({ hospital }) => hospital))).toEqual(new Set(['7']));
  expect(platform.calls('login').map(({ token }) => token)).toEqual([null]);
});

test('a screen removed by a deployment offers a reload, and the rest of the page stays', async () => {
  const { page, signIn } = await signedOut();
  await signIn(page);
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  const place = page.getByRole('main').getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
  await place.getByRole('button', { name: 'Reload' }).waitFor();
});

test('a screen whose code does not load reports it and offers a reload', async () => {
  const { page, signIn } = await signedOut();
  await page.route('**/assets/reviewerServices-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await signIn(page, 'auditor01');
  // A slow page shows it in its place and as a notification.
  await page.getByText('There may be a new version').first().waitFor();
  await page.unroute('**/assets/reviewerServices-*.js');
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await page.getByRole('heading', { name: 'Review queue', level: 1 }).waitFor();
});

test('a page that loads nothing but the sign-in reports it and offers a reload', async () => {
  const { page } = await signedIn();
  await page.route('**/assets/room-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.getByText('There may be a new version').first().waitFor();
  await page.unroute('**/assets/room-*.js');
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await page.getByRole('heading', { name: /Lin Yue/ }).waitFor();
});

test('a screen whose code does not load within 120 s offers a reload, and the reload opens it', async () => {
  const { page } = await signedIn({ clock: true });
  let isReloaded = false;
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest();
  });
  // Without the reload the page would show the screen by itself once its code can be loaded.
  await page.route('**/assets/PersonalData-*.js', (route) => (isReloaded ? route.continue() : undefined));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  const offer = page.getByRole('button', { name: 'Reload' });
  await page.clock.runFor(115_000);
  expect(await offer.count()).toBe(0);
  await page.clock.runFor(6_000);
  await offer.click();
  await page.getByRole('textbox', { name: 'Special skills' }).waitFor();
});

import { expect, test } from 'vitest';
import { wireLogin } from '../../support/scriptedTokens.ts';
import { fillSignIn } from '../../support/signIn.ts';
import { type Scene, signedIn, until, withBrowser } from './scene.ts';

withBrowser();

const waiting = ({ page }: Scene) => page.getByText('so your session is still open there');
const confirmed = ({ page }: Scene) => page.getByText('The platform has confirmed that you are logged out.');
const told = ({ platform }: Scene) => platform.calls('logout').map(({ token }) => token);

test.each([
  ['the line is down', 'reset'],
  ['the platform answers 503', { status: 503, contentType: 'text/html', body: 'Service Unavailable' }],
] as const)('logged out while %s: the page says so, and the platform is told when it can be', async (_, trouble) => {
  const scene = await signedIn();
  const off = scene.platform.on('logout', () => trouble);
  await scene.choose('Log out');
  await waiting(scene).waitFor();
  const [token] = told(scene);
  off();
  await scene.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await confirmed(scene).waitFor();
  expect(told(scene)).toEqual([token, token]);
  expect(await waiting(scene).count()).toBe(0);
});

test('a page that was closed before the platform could be told: the next one tells it, and no storage shows the token', async () => {
  const scene = await signedIn();
  const off = scene.platform.on('logout', () => 'reset');
  await scene.choose('Log out');
  await waiting(scene).waitFor();
  const [token] = told(scene);
  expect(JSON.stringify(await scene.storage())).not.toContain(token);
  await scene.page.close();
  off();
  scene.platform.forget();
  const next = await scene.tab();
  await next.goto('/login');
  await next.getByRole('textbox', { name: 'Account' }).waitFor();
  await until(() => told(scene).length > 0);
  expect(told(scene)).toEqual([token]);
  await next.reload();
  await next.getByRole('textbox', { name: 'Account' }).waitFor();
  await scene.quiet();
  expect(told(scene)).toEqual([token]);
});

test('a sign-in that another tab has overtaken while it was on its way is ended at the platform', async () => {
  const scene = await signedIn();
  await scene.choose('Log out');
  const other = await scene.tab();
  await other.goto('/login');
  await other.getByRole('textbox', { name: 'Account' }).waitFor();
  await scene.quiet();
  scene.platform.forget();
  const release = scene.platform.hold('login');
  await other.bringToFront();
  await fillSignIn(other, 'doctor01');
  await until(() => scene.platform.calls('login').length === 1);
  const passes = scene.platform.on('login', ({ body }) => {
    passes();
    return { data: wireLogin(scene.platform.tokens.issue(JSON.parse(body.toString()).username)) };
  });
  await scene.signIn(scene.page);
  await other.getByRole('button', { name: 'Account menu' }).waitFor();
  release();
  await until(() => told(scene).length > 0);
  await scene.quiet();
  expect([(await scene.storage()).ACCESS_TOKEN, told(scene)]).toEqual(['access-2-doctor01', ['access-3-doctor01']]);
});

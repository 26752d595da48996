import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { firstView, firstViewLimits, gzipKib, measuredPaths } from '../support/firstView.ts';
import { journey } from '../support/journey.ts';
import { signIn } from '../support/signIn.ts';

const { browser, platform, patient, doctorWith } = journey();
const profile = () => browser().newContext({ baseURL: platform().url, locale: 'en' });

const { kib: mostKib, files: mostFiles } = firstViewLimits;

test('the code after the sign-in loads while the name is typed, and not before', async () => {
  const own = await profile();
  const page = await own.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const isRoomLoaded = () => scripts.some((script) => script.includes('/room-'));
  await page.goto('/login?redirect=%2FcloudRoom', { waitUntil: 'networkidle' });
  expect(isRoomLoaded()).toBe(false);
  await page.getByRole('textbox', { name: 'Account' }).fill('doctor02');
  await expect.poll(isRoomLoaded).toBe(true);
  await own.close();
});

test.each(['en', 'zh-CN'])(
  'in %s the sign-in page asks for its code, texts and configuration at once',
  async (locale) => {
    const own = await browser().newContext({ baseURL: platform().url, locale });
    const page = await own.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => {
      asked.add(new URL(request.url()).pathname);
    });
    const pending: Route[] = [];
    await page.route(/(core|entrance|signIn|formRecord)-|config\.json/, (route) => void pending.push(route));
    const files = ['core', 'entrance', 'signIn', 'formRecord', 'config'];
    const named = () => files.filter((name) => [...asked].some((path) => RegExp(`/${name}[-.]`).test(path)));
    await page.goto('/login', { waitUntil: 'commit' });
    await expect.poll(named).toEqual(files);
    await Promise.all(pending.map((route) => route.continue()));
    await page.getByRole('button', { name: /^(Log in|登录)$/ }).waitFor();
    await own.close();
  },
);

/** Screens with fields that bring Chakra's widgets, which only their number of files limits. */
const widePaths = ['/administration/people', '/administration/medicines', '/administration/operations'];

test('sign-in and the cloud room load few files, and every screen stays within its budget', async () => {
  const context = await profile();
  const login = await firstView(context, '/login');
  expect(gzipKib(login.scripts)).toBeLessThanOrEqual(mostKib.login);
  expect(login.requests).toBeLessThanOrEqual(mostFiles.first);

  await signIn(context, 'doctor01');
  const room = await firstView(context, '/cloudRoom');
  expect(gzipKib(room.scripts)).toBeLessThanOrEqual(mostKib.room);
  expect(room.requests).toBeLessThanOrEqual(mostFiles.first);

  const reviewer = await profile();
  await signIn(reviewer, 'auditor01');
  const others = [
    ...measuredPaths.doctor.map((path) => ({ path, context, most: mostKib.route })),
    ...measuredPaths.reviewer.map((path) => ({ path, context: reviewer, most: mostKib.review })),
  ];
  for (const { path, context, most } of others) {
    const { scripts, requests } = await firstView(context, path);
    const more = gzipKib(scripts.filter((script) => !room.scripts.includes(script)));
    expect([path, more <= most ? 'small' : `${more} KiB`]).toEqual([path, 'small']);
    expect([path, requests <= mostFiles.other ? 'few' : requests]).toEqual([path, 'few']);
  }
});

test('in Chinese the sign-in and the cloud room stay within the same budgets', async () => {
  const english = await profile();
  await signIn(english, 'doctor01');
  const storageState = await english.storageState();
  const chinese = await browser().newContext({ baseURL: platform().url, locale: 'zh-CN', storageState });
  const room = await firstView(chinese, '/cloudRoom');
  const login = await firstView(await browser().newContext({ baseURL: platform().url, locale: 'zh-CN' }), '/login');
  expect(gzipKib(login.scripts)).toBeLessThanOrEqual(mostKib.login);
  expect(gzipKib(room.scripts)).toBeLessThanOrEqual(mostKib.room);
});

test('no screen loads more than thirty files, the widest ones included', async () => {
  const [doctor, administrator] = [await profile(), await profile()];
  await signIn(doctor, 'doctor01');
  await signIn(administrator, 'admin01');
  const views = [await firstView(doctor, '/serviceSetup'), await firstView(doctor, '/serviceSetup?tab=templates')];
  for (const path of widePaths) views.push(await firstView(administrator, path));
  expect(views.filter(({ requests }) => requests > mostFiles.other)).toEqual([]);
});

test('an order, what is kept of it and a pane with an open panel load no more than thirty files', async () => {
  const phone = await patient();
  const order = await phone.opensOrder('Cough');
  const { page } = await doctorWith('doctor03', [phone]);
  const panels = ['record', 'prescription', 'history'].map((tab) => `/cloudRoom?order=${order.id}&tab=${tab}`);
  const pages = ['/orderRecord/detail', '/cloudRoom/detail', '/cloudRoom/detail1'].map(
    (path) => `${path}?id=${order.id}`,
  );
  for (const path of [...pages, ...panels]) {
    const { requests } = await firstView(page.context(), path);
    expect([path, requests <= mostFiles.other ? 'few' : requests]).toEqual([path, 'few']);
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { signIn } from '../support/signIn.ts';
import { staff } from '../support/staff.ts';

const { person, patient, doctorWith } = journey();

/** The files that a page names itself; without them it does not open. */
const filesOf = (html: string) =>
  [...readFileSync(`dist/${html}`, 'utf8').matchAll(/assets\/([\w-]+\.(?:js|css))/g)].map(([, name]) => name ?? '');
const firstFiles = new Set(filesOf('index.html'));

/** The files of the build that are loaded later. */
const laterFiles = readdirSync('dist/assets').filter(
  (name) => /\.(js|css)$/.test(name) && !firstFiles.has(name) && !filesOf('verify.html').includes(name),
);
const partOf = (file: string) => file.replace(/-.{8}\.(?:js|css)$/, '');
/** Answers the first request for each file with this status, except for the scripts that the page itself waits for. */
async function failEachOnce(page: Page, status: number): Promise<Set<string>> {
  const failed = new Set<string>();
  await page.route(/\/assets\/|\/theme\.js$/, (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    if ((firstFiles.has(name) && name.endsWith('.js')) || failed.has(name)) return route.continue();
    failed.add(name);
    return route.fulfill({ status, contentType: 'text/html', body: 'Bad gateway' });
  });
  return failed;
}

/** Parts that the tours do not open, and why. */
const notToured: Readonly<Record<string, string>> = {
  ...because('it shows before the sign-in', [
    'ClosedHospital',
    'PuzzleBoard',
    'ResetPassword',
    'captcha',
    'formRecord',
    'logIn',
  ]),
  ...because('it shows once, after the first sign-in with a given password', ['FirstPassword']),
  ...because('a browser starts it as a worker, and its work waits or goes without', ['nonceWorker', 'pictureWorker']),
  ...because('its page reports an error or a full storage, which the tours do not have', [
    'errorReporting',
    'StorageWarning',
  ]),
  ...because('a question of a reviewer, a signature or a file of the patient has to be there first', [
    'CardList',
    'FoldedCards',
    'questions',
    'SigningDialog',
    'PictureViewer',
    'uploadTransport',
  ]),
  ...because('a prescription has to be opened first; dist draws the code of its paper', [
    'PrescriptionDetail',
    'PrescriptionReview',
    'ReviewSheet',
    'ReviewedRx',
    'dist',
  ]),
  ...because('it is opened by its address or by one button of a screen that the tours compare', [
    'Archive',
    'FindingsByRule',
  ]),
  ...because('its texts are in the other language', ['administration', 'reviews']),
};

function because(reason: string, parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [part, reason]));
}

/** What is on the screen whatever the hour: its parts by name, its theme, and whether a stylesheet is missing. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { className, dataset } = document.documentElement;
    const named = document.querySelectorAll(
      'h1, h2:not([title]), [role=tab], thead th, label, legend, .ui-skeleton, .ui-part-actions',
    );
    const names = Array.from(named, (one) => `${one.tagName} ${(one.textContent ?? '').replace(/\d+/g, '#')}`);
    const styles = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'));
    const missing = styles.filter(({ sheet }) => sheet === null).map(({ href }) => `missing ${href}`);
    return [...new Set(names), ...missing, className, dataset.density ?? '', dataset.fontSize ?? ''];
  });

/** The look once it does not change any more. */
async function settledLook(page: Page): Promise<readonly string[]> {
  let before: readonly string[] = [];
  const isSettled = async () => {
    const now = await look(page);
    const isSame = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isSame;
  };
  await expect.poll(isSettled, { interval: 1_000, timeout: 30_000 }).toBe(true);
  return before;
}

type Tour = (page: Page, note: (name: string) => Promise<void>) => Promise<void>;

type Looks = Map<string, readonly string[]>;

/** Takes the tour and notes the looks of its steps; with a status every file fails once, and the looks are compared. */
async function toured(account: string, tour: Tour, looks: Looks, status: number | null) {
  const user = await person();
  const { page } = user;
  await signIn(user.context, account);
  const failed = status === null ? new Set<string>() : await failEachOnce(page, status);
  await page.goto(account.startsWith('operator') ? '/administration/people' : '/personalData');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await tour(page, async (name) => {
    if (status === null) looks.set(name, await settledLook(page));
    else await expect.poll(() => look(page), { timeout: 30_000, message: name }).toEqual(looks.get(name));
  });
  await user.context.close();
  return failed;
}

async function walkTabs(page: Page, note: (name: string) => Promise<void>, place: string) {
  const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab');
  await tabs.first().waitFor();
  for (const tab of await tabs.all()) {
    await tab.click();
    await note(`${place} ${await tab.textContent()}`);
  }
}

const ofDoctors: Tour = async (page, note) => {
  const phone = await patient();
  const order = await phone.opensOrder('Cough');
  const doc = doctor({ page, language: 'en' } as never);
  await walkTabs(page, note, 'profile');
  for (const place of ['Home', 'Orders', 'Prescriptions', 'Service setup'] as const) {
    await doc.opens(place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (place === 'Service setup') await walkTabs(page, note, place);
    else await note(place);
  }
  await doc.opens('Cloud room');
  await doc.accepts(phone.name);
  for (const tab of ['Record', 'Prescription', 'History'] as const) {
    await doc.turnsTo(phone.name, tab);
    await note(tab);
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await note('shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Help' }).and(page.locator(':not([aria-disabled="true"])')).click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const report = page.getByRole('alertdialog', { name: 'Report a problem' });
  await report.getByRole('button', { name: 'Save the file' }).waitFor();
  await note('report a problem');
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await note('palette');
  await page.goto('/workforceManagement');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await note('schedule');
  await page.goto(`/orderRecord/detail?id=${order.id}`);
  await page.getByText(order.orderNo).first().waitFor();
  await page.goto(`/cloudRoom/detail?order=${order.id}`);
  await page.getByRole('textbox', { name: `Message ${phone.name}` }).waitFor();
};

const ofReviewers: Tour = async (page, note) => {
  const reviewer = staff({ page, language: 'en' } as never);
  for (const place of ['Review queue', 'My reviews'] as const) {
    await reviewer.opens(place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (place === 'My reviews') await walkTabs(page, note, place);
    else await note(place);
  }
};

const ofAdministrators: Tour = async (page, note) => {
  await page.getByRole('link', { name: 'All hospitals' }).waitFor();
  for (const link of await page
    .getByRole('navigation', { name: 'Sections of the administration' })
    .getByRole('link')
    .all()) {
    await link.click();
    await page.getByRole('heading', { level: 1, name: (await link.textContent()) ?? '' }).waitFor();
    await note((await link.textContent()) ?? '');
    if ((await link.textContent()) === 'Operations') await walkTabs(page, note, 'operations');
  }
};

/** The files that have failed, by the answer that they got. */
const failedWith = new Map<number, Set<string>>([
  [502, new Set()],
  [404, new Set()],
]);

test.each([
  ['doctor02', ofDoctors],
  ['auditor01', ofReviewers],
  ['operator01', ofAdministrators],
] as const)(
  'every screen of %s is the same although each of its files failed once with 502, and once with 404',
  async (account, tour) => {
    const looks: Looks = new Map();
    await toured(account, tour, looks, null);
    for (const [status, failed] of failedWith)
      for (const name of await toured(account, tour, looks, status)) failed.add(name);
  },
  // Three tours through all screens of a role.
  360_000,
);

test('every file that is loaded later has failed with 502 and with 404, but for the named ones', () => {
  const missed = laterFiles.filter((name) => [...failedWith.values()].some((failed) => !failed.has(name)));
  expect(missed.map(partOf).filter((name) => !(name in notToured))).toEqual([]);
});

test('a panel that is gone says so and offers the new version; "Try again" asks again, typed text stays', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page } = await doctorWith('doctor03', [phone]);
  await doc.types(phone.name, 'Take two tablets');
  await page.route('**/assets/PrescriptionPanel-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await doc.turnsTo(phone.name, 'Prescription');
  const place = doc.pane(phone.name).getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
  await place.getByRole('button', { name: 'Reload' }).waitFor();
  await page.unroute('**/assets/PrescriptionPanel-*.js');
  await place.getByRole('button', { name: 'Try again' }).click();
  await doc.pane(phone.name).getByRole('combobox').first().waitFor();
  await doc.hasDraft(phone.name, 'Take two tablets');
});

test.each(['Record', 'Prescription'] as const)(
  'the panel %s says so when the code that asks the platform is gone, and goes on once it is back',
  async (panel) => {
    const phone = await patient();
    await phone.opensOrder('Cough');
    const user = await person();
    const { page } = user;
    // Before the pane opens, because its panel asks at once.
    await page.route('**/assets/documentCalls-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    const doc = doctor(user);
    await doc.beginsWork('doctor03', [phone]);
    await doc.turnsTo(phone.name, panel);
    const place = doc.pane(phone.name).getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
    await place.getByRole('button', { name: 'Reload' }).waitFor();
    await page.unroute('**/assets/documentCalls-*.js');
    await place.getByRole('button', { name: 'Try again' }).click();
    await doc.pane(phone.name).getByRole('tabpanel').getByRole('textbox').first().waitFor();
  },
);

test('a prescription whose code stays away says so beside the list, and opens when it is asked for again', async () => {
  const { page, context } = await person();
  await signIn(context, 'doctor01');
  await page.route('**/assets/PrescriptionDetail-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/prescriptionRecord');
  await page.getByRole('table', { name: 'Prescriptions' }).getByRole('link').first().click();
  const place = page.getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
  await place.getByRole('button', { name: 'Reload' }).waitFor();
  await page.unroute('**/assets/PrescriptionDetail-*.js');
  await place.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: /^Prescription / }).waitFor();
  await context.close();
});

test('a record that is being written stays while the panel beside it is gone, and over the reload', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page } = await doctorWith('doctor01', [phone]);
  await doc.turnsTo(phone.name, 'Record');
  const illness = doc.pane(phone.name).getByRole('textbox', { name: 'Present illness' });
  await illness.fill('Dry cough for three days');
  await page.route('**/assets/PrescriptionPanel-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await doc.turnsTo(phone.name, 'Prescription');
  const place = doc.pane(phone.name).getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
  await place.waitFor();
  await doc.turnsTo(phone.name, 'Record');
  expect(await illness.inputValue()).toBe('Dry cough for three days');
  await doc.turnsTo(phone.name, 'Prescription');
  await page.unroute('**/assets/PrescriptionPanel-*.js');
  await place.getByRole('button', { name: 'Reload' }).click();
  await doc.pane(phone.name).getByRole('combobox').first().waitFor();
  await doc.turnsTo(phone.name, 'Record');
  await expect.poll(() => illness.inputValue()).toBe('Dry cough for three days');
});

test('a part that was missing while the line was down is there by itself once the line is back', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page, user } = await doctorWith('doctor02', [phone]);
  await page.route('**/assets/HistoryPanel-*.js', (route) => route.abort());
  await user.context.setOffline(true);
  await doc.turnsTo(phone.name, 'History');
  const place = doc.pane(phone.name).getByRole('alert').filter({ hasText: 'A part of the page could not be loaded' });
  await place.waitFor();
  await page.unroute('**/assets/HistoryPanel-*.js');
  await user.context.setOffline(false);
  await place.waitFor({ state: 'detached' });
  await doc
    .pane(phone.name)
    .getByRole('heading', { name: /past|history/i })
    .first()
    .waitFor();
});

test('alerts that cannot be loaded say so above every screen, and are there once they can', async () => {
  const user = await person();
  const { page } = user;
  await page.route(/\/assets\/alerts-/i, (route) => route.fulfill({ status: 502, body: '' }));
  await doctor(user).signsIn('doctor04');
  const line = page.getByRole('alert').filter({ hasText: 'Alerts are off' });
  await line.waitFor();
  await page.unroute(/\/assets\/alerts-/i);
  await line.getByRole('button', { name: 'Try again' }).click();
  await line.waitFor({ state: 'detached' });
});

const openings = ['/login', '/verify'] as const;

test.each([502, 404])(
  'a page whose first files stay away with %i says so in both languages, and opens on the reload',
  async (status) => {
    for (const opening of openings)
      for (const file of filesOf(opening === '/login' ? 'index.html' : 'verify.html')) {
        const { page, context } = await person();
        await page.route(`**/assets/${file}`, (route) => route.fulfill({ status, body: '' }));
        await page.goto(opening);
        await page.getByRole('alert').filter({ hasText: 'The page could not be loaded. 页面加载失败。' }).waitFor();
        await page.unroute(`**/assets/${file}`);
        await page.getByRole('button', { name: 'Reload 重新加载' }).click();
        await page.locator('#root > *, #verify > *').first().waitFor();
        await expect.poll(() => page.getByText('页面加载失败').count()).toBe(0);
        await context.close();
      }
  },
);

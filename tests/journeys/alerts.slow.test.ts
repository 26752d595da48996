import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPrescription } from '../../contract/http/prescription.ts';
import { RequestId } from '../../contract/ids.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { openConsultations } from '../support/openConsultations.ts';
import { reviewer } from '../support/reviewer.ts';
import { unreadIn } from '../support/tabTitle.ts';

const { patient, person, platform } = journey();

type Seen = {
  sounds: number;
  notices: { title: string; body: string; closed: boolean }[];
  badge: number;
  titles: { title: string; at: number }[];
  click: () => void;
};

/** Records a tab's sounds and notifications by wrapping the browser's APIs. */
function watchCalls() {
  const seen: Seen = { sounds: 0, notices: [], badge: 0, titles: [], click: () => {} };
  Reflect.set(window, 'seen', seen);
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function create() {
    seen.sounds += 1;
    return createOscillator.call(this);
  };
  class Notice extends EventTarget {
    static readonly permission = 'granted';
    readonly #noted: Seen['notices'][number];
    onclick: (() => void) | null = null;
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      super();
      this.#noted = { title, body, closed: false };
      seen.notices.push(this.#noted);
      seen.click = () => this.onclick?.();
    }
    close() {
      this.#noted.closed = true;
    }
  }
  Reflect.set(window, 'Notification', Notice);
  const setBadge = async (count = 0) => {
    seen.badge = count;
  };
  Object.assign(navigator, { setAppBadge: setBadge, clearAppBadge: () => setBadge(0) });
  const note = () => {
    if (seen.titles.at(-1)?.title !== document.title) seen.titles.push({ title: document.title, at: Date.now() });
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
}

const seenIn = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as Seen);
const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

test('a message alerts in one tab, counts in both and leaves both once read; another tab takes over', async () => {
  const phone = await patient();
  const { conversationId } = await phone.opensOrder('Cough for three days');
  const user = await person();
  await user.context.addInitScript(watchCalls);
  const doc = doctor(user);
  const { page: first, name } = doc;
  await doc.beginsWork('doctor02', [phone]);
  await doc.reads(phone.name, 'Cough for three days');
  await doc.opens('Home');

  await first.getByRole('button', { name: name('Account menu') }).click();
  await first.getByRole('menuitem', { name: name('Alerts …') }).click();
  await first.getByRole('button', { name: name('Test sound') }).click();
  await expect.poll(async () => (await seenIn(first)).sounds).toBe(1);
  await first.getByRole('dialog', { name: name('Alerts') }).press('Escape');

  const second = await user.tab();
  await second.goto('/');
  await second.getByRole('button', { name: name('Account menu') }).click();
  await second.getByRole('menuitem', { name: name('Alerts …') }).waitFor();
  await second.keyboard.press('Escape');
  const before = await unreadIn(first);
  await expect.poll(() => unreadIn(second), { timeout: 15_000 }).toBe(before);

  await phone.says(conversationId, 'Can I take it with milk?');
  const both = async () => Promise.all([seenIn(first), seenIn(second)]);
  await expect
    .poll(async () => (await both()).map(({ notices }) => notices.length), { timeout: 15_000 })
    .toEqual([1, 0]);
  expect((await both()).map(({ sounds }) => sounds)).toEqual([2, 0]);
  expect((await both())[0]?.notices).toEqual([
    { title: `New message from ${[...phone.name][0]}*`, body: '', closed: false },
  ]);
  for (const page of [first, second]) {
    await expect.poll(() => unreadIn(page)).toBe(before + 1);
    await expect.poll(async () => (await seenIn(page)).badge).toBe(before + 1);
    await expect.poll(() => iconOf(page)).toMatch(/^data:image\/svg/);
  }

  await first.evaluate(() => (Reflect.get(window, 'seen') as Seen).click());
  await doc.reads(phone.name, 'Can I take it with milk?');
  for (const page of [first, second]) await expect.poll(() => unreadIn(page)).toBe(before);
  const [here, there] = await both();
  expect(here?.notices[0]?.closed).toBe(true);
  expect((there?.titles.at(-1)?.at ?? 0) - (here?.titles.at(-1)?.at ?? 0)).toBeLessThan(1_000);
  expect([here?.badge, there?.badge]).toEqual([before, before]);

  await phone.says(conversationId, 'Or with tea?');
  await doc.reads(phone.name, 'Or with tea?');
  expect((await both()).map(({ sounds, notices }) => [sounds, notices.length])).toEqual([
    [2, 1],
    [0, 0],
  ]);

  await doc.writes(phone.name, 'Milk is better');
  const { seq } = await phone.hears('Milk is better');
  await phone.received(conversationId, seq);
  await doc.sees(phone.name, 'Milk is better', 'Delivered');
  await phone.reads(conversationId, seq);
  await doc.sees(phone.name, 'Milk is better', 'Read');
  phone.typing(conversationId);
  const writing = doc.pane(phone.name).getByText(name('{} is writing …', phone.name));
  await writing.waitFor();
  const [mark, log] = await Promise.all([writing.boundingBox(), doc.conversation(phone.name).boundingBox()]);
  // It never covers the last message, which may be one of the platform.
  expect(mark?.y).toBeGreaterThanOrEqual((log?.y ?? 0) + (log?.height ?? 0));
  await doc
    .pane(phone.name)
    .getByText(name('Online', { under: 'workspace.patient' }))
    .waitFor();

  await first.close();
  await phone.says(conversationId, 'Are you there?');
  await expect.poll(async () => (await seenIn(second)).notices.length, { timeout: 15_000 }).toBe(1);
  expect((await seenIn(second)).sounds).toBe(1);
  expect(user.problems).toEqual([]);
});

/** The page says that it is hidden, as a tab in the background does. */
const hides = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('an emergency that joins the queue knocks and notifies a reviewer, and is counted in title and icon', async () => {
  const user = await person();
  await user.context.addInitScript(watchCalls);
  const { page } = user;
  const [consultations] = await Promise.all([openConsultations(platform().url, 1), reviewer(user).signsIn()]);
  await page.getByRole('table', { name: 'Review queue' }).click();
  await page.getByRole('link', { name: 'My reviews' }).click();
  await expect.poll(() => iconOf(page), { timeout: 15_000 }).toMatch(/^data:image\/svg/);
  const before = await unreadIn(page);
  await hides(page);
  for (const { call, content } of consultations)
    await call(createPrescription, { ...content, rxType: 1, clientRequestId: RequestId.parse(crypto.randomUUID()) });
  await expect
    .poll(async () => (await seenIn(page)).notices.map(({ title }) => title), { timeout: 15_000 })
    .toEqual(['An urgent prescription waits for review']);
  expect((await seenIn(page)).sounds).toBe(1);
  expect([await unreadIn(page), (await seenIn(page)).badge]).toEqual([before + 1, before + 1]);
  await expect.poll(() => iconOf(page)).toMatch(/^data:image\/svg/);
  expect(user.problems).toEqual([]);
});

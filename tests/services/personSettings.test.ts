import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPersonSettings } from '../../src/services/personSettings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const travelMs = 500;

/** A slow platform that stores one person's document, and that person's pages. */
function hospital(kept: Record<string, unknown> = {}) {
  let stored = kept;
  let fails: 'network' | 'business' | null = null;
  const asked: string[] = [];
  const travel = () => new Promise((arrive) => setTimeout(arrive, travelMs));
  async function answer<T>(name: string, make: () => T) {
    asked.push(name);
    await travel();
    const data = fails === null ? structuredClone(make()) : null;
    await travel();
    return fails === null ? { ok: true, data } : { ok: false, failure: { kind: fails } };
  }
  const api = {
    getUiSetting: () => answer('read', () => stored),
    putUiSetting: ({ setting, merge }: { setting: Record<string, unknown>; merge?: boolean }) =>
      answer(`save ${Object.keys(setting)}`, () => {
        stored = merge ? { ...stored, ...setting } : setting;
        return true;
      }),
  } as unknown as Parameters<typeof createPersonSettings>[0]['api'];
  const fail = (how: typeof fails) => {
    fails = how;
  };
  return { page: () => createPersonSettings({ api }), fail, asked, stored: () => stored };
}

test('two choices made within one round trip are both saved', async () => {
  const { page, stored } = hospital({ 'keys.send': 'enter' });
  const own = page();
  own.load();
  await settled(2_000);
  own.choose({ 'chats.filter': 'unread' });
  await settled(900);
  own.choose({ 'keys.letters': false });
  await settled(5_000);
  expect(stored()).toEqual({ 'keys.send': 'enter', 'chats.filter': 'unread', 'keys.letters': false });
});

test('a choice is sent at once, because the page may be closed next', () => {
  const { page, asked } = hospital();
  page().choose({ language: 'en' });
  expect(asked).toEqual(['save language']);
});

test('one save runs at a time, and the next contains all choices made meanwhile', async () => {
  const { page, asked } = hospital();
  const own = page();
  own.choose({ a: 1 });
  await settled(900);
  own.choose({ b: 1 });
  own.choose({ c: 1 });
  await settled(5_000);
  expect(asked).toEqual(['save a', 'save b,c']);
});

test('after a gap the choice of another machine is shown, and what was chosen here and not saved stays', async () => {
  const { page, fail } = hospital();
  const [here, there] = [page(), page()];
  for (const one of [here, there]) one.load();
  await settled(2_000);
  here.choose({ density: 'compact' });
  await settled(2_000);
  there.choose({ density: 'comfortable' });
  await settled(2_000);
  fail('network');
  here.choose({ theme: 'dark' });
  await settled(2_000);
  fail(null);
  here.refresh();
  expect(here.current$.value).toEqual({ density: 'compact', theme: 'dark' });
  await settled(40_000);
  here.refresh();
  await settled(2_000);
  expect(here.current$.value).toEqual({ density: 'comfortable', theme: 'dark' });
});

test('what another machine chooses while the settings are read is read as well', async () => {
  const { page } = hospital({ density: 'compact' });
  const [here, there] = [page(), page()];
  here.load();
  await settled(travelMs - 200);
  there.choose({ theme: 'dark' });
  await settled(travelMs);
  here.refresh();
  await settled(5_000);
  expect(here.current$.value).toEqual({ density: 'compact', theme: 'dark' });
});

test('simultaneous choices on two machines are both saved', async () => {
  const { page, stored } = hospital({ old: true });
  const [here, there] = [page(), page()];
  for (const one of [here, there]) one.load();
  await settled(2_000);
  here.choose({ a: 'here' });
  there.choose({ b: 'there' });
  await settled(5_000);
  expect(stored()).toEqual({ old: true, a: 'here', b: 'there' });
});

test('a choice applies at once and overrides settings that load later', async () => {
  const { page } = hospital({ a: 'kept', b: 'kept' });
  const own = page();
  own.load();
  own.choose({ a: 'chosen' });
  expect(own.current$.value).toEqual({ a: 'chosen' });
  await settled(2_000);
  expect(own.current$.value).toEqual({ a: 'chosen', b: 'kept' });
});

test('another tab’s choice applies here and is saved by that tab alone', async () => {
  const { page, asked } = hospital({ a: 'kept' });
  const own = page();
  own.load();
  own.apply({ a: 'told' });
  await settled(5_000);
  expect([own.current$.value, asked]).toEqual([{ a: 'told' }, ['read']]);
});

test('a failed load or save is retried until it succeeds; a refused save is not', async () => {
  const { page, fail, asked, stored } = hospital({ a: 'kept' });
  const own = page();
  fail('network');
  own.load();
  own.choose({ b: 'chosen' });
  await settled(10_000);
  fail(null);
  await settled(20_000);
  expect([own.current$.value, stored()]).toEqual([
    { a: 'kept', b: 'chosen' },
    { a: 'kept', b: 'chosen' },
  ]);
  fail('business');
  own.choose({ c: 'too much' });
  await settled(60_000);
  expect(asked.filter((call) => call === 'save c')).toHaveLength(1);
});

test('the next person on this page sees and saves nothing of the previous one', async () => {
  const { page, stored, asked } = hospital({ 'chats.filter': 'unread' });
  const own = page();
  own.load();
  own.choose({ 'keys.send': 'ctrlEnter' });
  await settled(700);
  own.forget();
  expect(own.current$.value).toEqual({});
  await settled(30_000);
  expect([own.current$.value, asked, stored()]).toEqual([{}, ['read'], { 'chats.filter': 'unread' }]);
  own.load();
  await settled(2_000);
  expect(own.current$.value).toEqual({ 'chats.filter': 'unread' });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoredAlertSettings, usualAlertSettings } from '../../src/domain/alertSettings.ts';
import { createAlertSettings } from '../../src/services/alertSettings.ts';
import { createTabChannel } from '../../src/services/crossTab.ts';
import { createPersonSettings } from '../../src/services/personSettings.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const noLink = { ok: false, failure: { kind: 'network' } };

/** A platform with one person's stored settings, and a browser with that person's tabs. */
function openSettings(kept: Record<string, unknown> = {}) {
  const browser = fakeBrowser();
  let stored: Record<string, unknown> = kept;
  let cut = false;
  const api = {
    getUiSetting: async () => (cut ? noLink : { ok: true, data: structuredClone(stored) }),
    putUiSetting: async ({ setting }: { setting: Record<string, unknown> }) => {
      if (cut) return noLink;
      stored = { ...stored, ...setting };
      return { ok: true, data: true };
    },
  } as unknown as Parameters<typeof createPersonSettings>[0]['api'];
  const open = () => {
    const { BroadcastChannel } = browser.tab().window;
    return createAlertSettings({
      settings: createPersonSettings({ api }),
      channel: createTabChannel('s', StoredAlertSettings, { BroadcastChannel, storage: null, events: null }),
    });
  };
  const line = (works: boolean) => {
    cut = !works;
  };
  return { open, line, stored: () => stored };
}

test('stored settings are loaded', async () => {
  const settings = openSettings({ alerts: { sound: 'off', volume: 20 } }).open();
  await settled();
  expect(settings.current$.value).toEqual({ ...usualAlertSettings, sound: 'off', volume: 20 });
});

test('a choice applies at once in all tabs and does not overwrite the person’s other settings', async () => {
  const { open, stored } = openSettings({ 'chats.filter': 'unread' });
  const [one, two] = [open(), open()];
  await settled();
  one.change({ volume: 30 });
  one.change({ sound: 'repeat' });
  await settled();
  expect(two.current$.value).toEqual({ ...usualAlertSettings, sound: 'repeat', volume: 30 });
  await settled(1_000);
  expect(stored()).toEqual({
    'chats.filter': 'unread',
    'alerts.sound': 'repeat',
    'alerts.volume': 30,
  });
});

test('settings that load later do not undo a choice', async () => {
  const settings = openSettings({ alerts: { sound: 'off' } }).open();
  settings.change({ volume: 10 });
  await settled();
  expect(settings.current$.value.volume).toBe(10);
});

test('a choice made offline is saved later and overwrites no other setting', async () => {
  const { open, line, stored } = openSettings({ alerts: { sound: 'off' } });
  line(false);
  const settings = open();
  settings.change({ volume: 10 });
  await settled(5_000);
  line(true);
  await settled(20_000);
  expect(stored()).toEqual({ alerts: { sound: 'off' }, 'alerts.volume': 10 });
  expect(settings.current$.value).toEqual({ ...usualAlertSettings, sound: 'off', volume: 10 });
});

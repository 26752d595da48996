import { BehaviorSubject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { Api } from '../../../contract/catalogue.ts';
import { syncAppearance } from '../../../src/compose/app/appearanceSync.ts';
import type { Appearance } from '../../../src/screens/app/app.ts';
import { createPersonSettings } from '../../../src/services/personSettings.ts';

const usual: Appearance = { theme: 'system', density: 'comfortable', fontSize: 'm', language: null };
const dark: Appearance = { theme: 'dark', density: 'compact', fontSize: 'l', language: 'en' };

/** A device, and a platform that has these settings of the person. */
function signedIn(stored: Readonly<Record<string, unknown>>) {
  const appearance$ = new BehaviorSubject(usual);
  const api = {
    getUiSetting: async () => ({ ok: true, data: stored }),
    putUiSetting: async () => ({ ok: true, data: true }),
  } as unknown as Api;
  const settings = createPersonSettings({ api });
  const scope = new Subscription();
  const change = (part: Partial<Appearance>) => appearance$.next({ ...appearance$.value, ...part });
  syncAppearance({ current$: appearance$, change }, settings, scope);
  return { appearance$, settings, change, leave: () => scope.unsubscribe() };
}

test('the appearance that a person chose elsewhere is applied on this device', async () => {
  const { appearance$ } = signedIn({ appearance: dark });
  await expect.poll(() => appearance$.value).toEqual(dark);
});

test('a choice on this device is stored for the person', async () => {
  const { settings, change } = signedIn({ appearance: dark });
  await expect.poll(() => settings.current$.value.appearance).toEqual(dark);
  change({ theme: 'light' });
  expect(settings.current$.value.appearance).toEqual({ ...dark, theme: 'light' });
});

test.each([[{}], [{ appearance: { theme: 'pink' } }]])(
  'a person without a stored appearance keeps that of the device: %j',
  async (stored) => {
    const { appearance$, settings } = signedIn({ ...stored, other: 1 });
    await expect.poll(() => settings.current$.value.other).toBe(1);
    expect(appearance$.value).toEqual(usual);
  },
);

test('after the person has left, choices on this device are not theirs', async () => {
  const { settings, change, leave } = signedIn({ appearance: dark });
  await expect.poll(() => settings.current$.value.appearance).toEqual(dark);
  leave();
  change({ theme: 'light' });
  expect(settings.current$.value.appearance).toEqual(dark);
});

import { expect, test } from 'vitest';
import { createAlertSound } from '../../src/services/alertSound.ts';

/** A browser that allows sound only after user interaction; the device records what it plays. */
function browser({ used = false } = {}) {
  const played: { hz: number[]; peak: number }[] = [];
  const device = { state: 'closed' };
  let isUsed = used;
  const ended: (() => void)[] = [];
  class Device {
    currentTime = 0;
    destination = {};
    get state() {
      return device.state;
    }
    async resume() {
      device.state = 'running';
    }
    async suspend() {
      device.state = 'suspended';
    }
    async close() {
      device.state = 'closed';
    }
    createGain() {
      const note = played.at(-1);
      const gain = {
        setValueAtTime: () => {},
        exponentialRampToValueAtTime: (value: number) => {
          if (note) note.peak = Math.max(note.peak, value);
        },
      };
      return { gain, connect: () => {} };
    }
    createOscillator() {
      const note = { hz: [] as number[], peak: 0 };
      played.push(note);
      const voice = {
        type: 'sine',
        frequency: { setValueAtTime: (hz: number) => void note.hz.push(hz) },
        connect: <T>(to: T) => to,
        start: () => {},
        stop: () => {},
        onended: () => {},
      };
      ended.push(() => voice.onended());
      return voice;
    }
  }
  const window = Object.assign(new EventTarget(), {
    AudioContext: Device,
    navigator: {
      userActivation: {
        get hasBeenActive() {
          return isUsed;
        },
      },
    },
  });
  return {
    window: window as unknown as Window & typeof globalThis,
    played,
    device,
    end: () => ended.splice(0).map((over) => over()),
    press(key: string, counts = true) {
      isUsed ||= counts;
      window.dispatchEvent(Object.assign(new Event('keydown'), { key }));
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a page that was not used makes no sound, and does not make up for it later', async () => {
  const { window, played, press } = browser();
  const sound = createAlertSound(window);
  expect(sound.state$.value).toBe('blocked');
  sound.ring('message', 60);
  press('Escape', false);
  expect(sound.state$.value).toBe('blocked');
  press('a');
  await settled();
  expect([sound.state$.value, played.length]).toEqual(['ready', 0]);
});

test('a page that was used already is ready', () => {
  expect(createAlertSound(browser({ used: true }).window).state$.value).toBe('ready');
});

test('every kind has a different tune, and volume makes it louder', async () => {
  const { window, played } = browser({ used: true });
  const sound = createAlertSound(window);
  for (const kind of ['message', 'waiting', 'rejected', 'review'] as const) sound.ring(kind, 60);
  sound.ring('message', 100);
  await settled();
  expect(new Set(played.slice(0, 4).map(({ hz }) => hz.join())).size).toBe(4);
  expect(played[4]?.peak).toBeGreaterThan(played[0]?.peak ?? 1);
});

test('without volume there is no sound', async () => {
  const { window, played } = browser({ used: true });
  createAlertSound(window).ring('message', 0);
  await settled();
  expect(played).toEqual([]);
});

test('the audio device is suspended between sounds, and not during one', async () => {
  const { window, device, end } = browser({ used: true });
  const sound = createAlertSound(window);
  await settled();
  expect(device.state).toBe('suspended');
  sound.ring('message', 60);
  sound.ring('waiting', 60);
  await settled();
  expect(device.state).toBe('running');
  end();
  expect(device.state).toBe('suspended');
});

test('a browser without Web Audio is reported', () => {
  const window = Object.assign(new EventTarget(), { navigator: {} }) as unknown as Window & typeof globalThis;
  expect(createAlertSound(window).state$.value).toBe('missing');
});

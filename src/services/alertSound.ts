import { BehaviorSubject } from 'rxjs';
import type { AlertKind } from '../domain/alerts.ts';

/** `blocked`: browsers allow sound only after the person has interacted with the page. */
export type SoundState = 'ready' | 'blocked' | 'missing';

/** One tone of a tune: pitch, start and length. */
type Note = readonly [hz: number, atS: number, lastsS: number];
type Tune = { readonly wave: OscillatorType; readonly notes: readonly Note[] };

/**
 * Each kind sounds different: a message is short and high, a waiting patient is a rising chord, a rejection falls, a question
 * ends high, an urgent review knocks.
 */
const tunes: Record<AlertKind, Tune> = {
  message: {
    wave: 'sine',
    notes: [
      [659, 0, 0.14],
      [880, 0.13, 0.3],
    ],
  },
  waiting: {
    wave: 'sine',
    notes: [
      [523, 0, 0.18],
      [659, 0.17, 0.18],
      [784, 0.34, 0.45],
    ],
  },
  rejected: {
    wave: 'triangle',
    notes: [
      [392, 0, 0.26],
      [294, 0.25, 0.5],
    ],
  },
  question: {
    wave: 'triangle',
    notes: [
      [440, 0, 0.16],
      [392, 0.16, 0.16],
      [587, 0.34, 0.4],
    ],
  },
  urgentReview: {
    wave: 'sine',
    notes: [
      [784, 0, 0.12],
      [784, 0.16, 0.12],
      [988, 0.32, 0.4],
    ],
  },
  review: {
    wave: 'sine',
    notes: [
      [587, 0, 0.14],
      [587, 0.2, 0.3],
    ],
  },
};

const gestures = ['pointerdown', 'pointerup', 'keydown', 'touchend'];
const attackS = 0.012;
const loudest = 0.5;
const silence = 0.0001;
/** A sound that is later than this is dropped. */
const lateAfterMs = 1_500;

function play(context: AudioContext, { wave, notes }: Tune, volume: number): OscillatorNode {
  const start = context.currentTime + 0.02;
  const voice = context.createOscillator();
  const loudness = context.createGain();
  const peak = Math.max(silence, loudest * (volume / 100) ** 2);
  voice.type = wave;
  loudness.gain.setValueAtTime(silence, start);
  for (const [hz, atS, lastsS] of notes) {
    const at = start + atS;
    voice.frequency.setValueAtTime(hz, at);
    loudness.gain.setValueAtTime(silence, at);
    loudness.gain.exponentialRampToValueAtTime(peak, at + attackS);
    loudness.gain.exponentialRampToValueAtTime(silence, at + lastsS);
  }
  voice.connect(loudness).connect(context.destination);
  const [, atS = 0, lastsS = 0] = notes.at(-1) ?? [];
  voice.start(start);
  voice.stop(start + atS + lastsS + 0.05);
  return voice;
}

/** Synthesises the alert sounds. The audio device is released between sounds so that it can sleep. */
export function createAlertSound(window: Window & typeof globalThis) {
  const { navigator } = window;
  const Audio = window.AudioContext as typeof AudioContext | undefined;
  const state$ = new BehaviorSubject<SoundState>(Audio ? 'blocked' : 'missing');
  let context: AudioContext | null = null;
  let sounding = 0;

  const wasUsed = () => navigator.userActivation?.hasBeenActive === true;
  function unsubscribe() {
    for (const gesture of gestures) window.removeEventListener(gesture, arm, { capture: true });
  }
  function arm() {
    // Not every key counts as a user gesture; where the browser reports activation, that is checked.
    if (!Audio || context || (navigator.userActivation && !wasUsed())) return;
    unsubscribe();
    context = new Audio();
    void context.suspend();
    state$.next('ready');
  }
  if (Audio) {
    for (const gesture of gestures) window.addEventListener(gesture, arm, { capture: true });
    if (wasUsed()) arm();
  }

  return {
    state$,
    ring(kind: AlertKind, volume: number) {
      const device = context;
      if (!device || volume <= 0) return;
      const askedAt = performance.now();
      sounding += 1;
      const done = () => {
        sounding -= 1;
        if (sounding === 0 && device.state === 'running') void device.suspend();
      };
      device.resume().then(
        () => {
          if (performance.now() - askedAt > lateAfterMs) return done();
          play(device, tunes[kind], volume).onended = done;
        },
        () => done(),
      );
    },
    close() {
      unsubscribe();
      void context?.close();
    },
  };
}

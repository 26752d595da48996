import * as z from 'zod/mini';
import type { AlertKind } from './alerts.ts';
import type { QuietHours } from './quietHours.ts';

export const soundChoices = ['off', 'once', 'repeat'] as const;
/** Choices for repeating a sound, in seconds. */
export const repeatChoices = [15, 30, 60, 120, 300] as const;
const repeatBounds = { min: 10, max: 300 } as const;

/** Which alerts one person wants, and how. */
export type AlertSettings = {
  readonly sound: (typeof soundChoices)[number];
  readonly repeatEveryS: number;
  /** 0 to 100. */
  readonly volume: number;
  readonly kinds: Readonly<Record<AlertKind, boolean>>;
  readonly notices: boolean;
  /** Whether a desktop notification shows the sender's name and the text. */
  readonly showText: boolean;
  readonly quiet: QuietHours;
};

export const usualAlertSettings: AlertSettings = {
  sound: 'once',
  repeatEveryS: 30,
  volume: 60,
  kinds: { message: true, waiting: true, rejected: true, review: true },
  notices: true,
  showText: false,
  quiet: { on: false, from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] },
};

const usual = usualAlertSettings;
const flag = (otherwise: boolean) => z.catch(z.boolean(), otherwise);
const time = (otherwise: string) => z.catch(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), otherwise);
const within = (min: number, max: number, otherwise: number) =>
  z.catch(z.int().check(z.minimum(min), z.maximum(max)), otherwise);

const Kinds = z.object({ message: flag(true), waiting: flag(true), rejected: flag(true), review: flag(true) });
const Quiet = z.object({
  on: flag(usual.quiet.on),
  from: time(usual.quiet.from),
  to: time(usual.quiet.to),
  days: z.catch(z.array(z.int().check(z.minimum(1), z.maximum(7))), [...usual.quiet.days]),
});

/** The stored settings; each missing or invalid field falls back to its default. */
export const KeptAlertSettings = z.catch(
  z.object({
    sound: z.catch(z.enum(soundChoices), usual.sound),
    repeatEveryS: within(repeatBounds.min, repeatBounds.max, usual.repeatEveryS),
    volume: within(0, 100, usual.volume),
    kinds: z.catch(Kinds, usual.kinds),
    notices: flag(usual.notices),
    showText: flag(usual.showText),
    quiet: z.catch(Quiet, { ...usual.quiet, days: [...usual.quiet.days] }),
  }),
  { ...usual, quiet: { ...usual.quiet, days: [...usual.quiet.days] } },
);

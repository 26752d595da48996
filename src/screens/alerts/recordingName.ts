import { dayKey, timeText } from '../../ui/format.ts';

/** The name of a recording's file, for example cloudroom-2026-11-30-1435.json by the hospital's clock; `at` is in epoch ms. */
export const recordingName = (at: number, zone: string): string =>
  `cloudroom-${dayKey(at, zone)}-${timeText(at, { language: 'en-GB', zone }).replace(':', '')}.json`;

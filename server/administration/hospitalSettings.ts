import { isDeepStrictEqual } from 'node:util';
import { Code } from '../../contract/envelope.ts';
import type {
  HospitalSettingChange,
  HospitalSettings,
  SettingValueChange,
} from '../../contract/extension/hospitalSettings.ts';
import { prescribingInReviewFrom } from '../accounts/policy.ts';
import { isInDictionary } from '../db/choices.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import type { tenant } from '../db/schema/tenants.ts';
import { hoursFrom } from '../hospitals/dayParts.ts';
import { idleLockFrom } from '../hospitals/idleLock.ts';
import { auditorsReadMessages } from '../messages/policy.ts';
import { consultSettingsFrom } from '../orders/consultSettings.ts';
import { refusalOfTogether } from './policy.ts';

type Stored = (typeof tenant.$inferSelect)['settings'];
type Given = { readonly [Name in keyof HospitalSettings]?: HospitalSettings[Name] | undefined };

/** The settings in effect, with defaults for what the hospital has not decided. */
export const settingsFrom = (stored: Stored): HospitalSettings => ({
  idleLockMin: idleLockFrom(stored),
  scheduleHours: hoursFrom(stored),
  ...consultSettingsFrom(stored),
  prices: { ...consultSettingsFrom(stored).prices },
  auditorsReadMessages: auditorsReadMessages(stored),
  prescribesDuringReview: prescribingInReviewFrom(stored),
});

/** The settings after a change; what it leaves out, and other prices, stay. */
export function changedSettings(before: HospitalSettings, change: HospitalSettingChange): HospitalSettings {
  const given: Given = change;
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...before, ...named, prices: { ...before.prices, ...change.prices } };
}

const partOf = (stored: Stored, name: string): object => {
  const part = stored[name];
  return typeof part === 'object' && part !== null ? part : {};
};

/** The column after a change: only changed settings are written, prices together, and all other keys stay. */
export function storedAfter(stored: Stored, before: HospitalSettings, after: HospitalSettings): Stored {
  const { idleLockMin, scheduleHours, auditorsReadMessages: messages, prescribesDuringReview, ...consult } = after;
  const differs = (name: keyof HospitalSettings) => !isDeepStrictEqual(before[name], after[name]);
  const changed = Object.entries(consult).filter(([name]) => differs(name as keyof typeof consult));
  return {
    ...stored,
    ...(differs('idleLockMin') ? { idleLockMin } : {}),
    ...(differs('scheduleHours') ? { scheduleHours } : {}),
    ...(changed.length > 0 ? { consult: { ...partOf(stored, 'consult'), ...Object.fromEntries(changed) } } : {}),
    ...(differs('auditorsReadMessages') ? { reviews: { ...partOf(stored, 'reviews'), messages } } : {}),
    ...(differs('prescribesDuringReview')
      ? { qualification: { ...partOf(stored, 'qualification'), prescribesDuringReview } }
      : {}),
  };
}

/** Why settings cannot be stored. */
export async function refusalOfSettings(
  tx: Pick<HospitalStore, 'first'>,
  change: HospitalSettingChange,
  after: HospitalSettings,
): Promise<Refused | null> {
  const refusal = refusalOfTogether(change, after);
  if (refusal) return refusal;
  for (const kind of Object.keys(change.prices ?? {}))
    if (!(await isInDictionary(tx, 'consult_type', Number(kind), [])))
      return refusedWith(Code.badRequest, 'consultTypeUnknown', { field: `settings.prices.${kind}` });
  return null;
}

type Value = SettingValueChange['before'];

/** The settings as a flat list of names and values. */
const flat = (settings: object, prefix = ''): [string, Value][] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]): [string, Value][] =>
    typeof value === 'object' && value !== null ? flat(value, `${prefix}${name}.`) : [[prefix + name, value as Value]],
  );

/** The settings that differ, each with its value before and after. */
export function settingChanges(before: HospitalSettings, after: HospitalSettings): SettingValueChange[] {
  const [was, is] = [new Map(flat(before)), new Map(flat(after))];
  return [...is.keys()].flatMap((setting) => {
    const change = { setting, before: was.get(setting) ?? null, after: is.get(setting) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

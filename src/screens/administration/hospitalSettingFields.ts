import { readTypedNumber, typedNumber } from '../../../clinical/doses/typedNumber.ts';
import type { HospitalSettingChange, HospitalSettings } from '../../../contract/extension/hospitalSettings.ts';
import { minuteOfDay, settingBounds } from '../../../contract/settingBounds.ts';
import { centsOf, readYuan, yuanText } from '../../domain/money.ts';
import type { TextKey } from '../../locales/texts.ts';
import { readerProblem, wholeNumberProblem } from '../forms/numberProblem.ts';

/** Settings that are whole numbers. */
export const numberFields = [
  'idleLockMin',
  'overdueMin',
  'awaitingMin',
  'durationMin',
  'maxActive',
  'maxOpenOrders',
] as const;
export type NumberField = (typeof numberFields)[number];
/** Whether a setting is a number of minutes. */
export const isMinutes = (setting: string): boolean => setting.endsWith('Min');

export const switchFields = ['auditorsReadMessages', 'prescribesDuringReview'] as const;
export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];
export const dayEnds = ['from', 'to'] as const;

export const hourField = (part: DayPart, end: (typeof dayEnds)[number]) => `${part}-${end}`;
export const priceField = (kind: string) => `price-${kind}`;

/** The form's fields by name, as typed; a checkbox is `yes` or empty. */
export type SettingsText = Readonly<Record<string, string>>;
/** A problem as a text and its values. */
type Problem = readonly [TextKey, Readonly<Record<string, string | number>>?];

/** The time of a minute of the day, such as 08:30; the end of the day is 24:00. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The minute of the day of a typed time; null if it is none. */
export function minuteOf(typed: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(typed.normalize('NFKC').trim()) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return hours !== undefined && Number(minutes) < 60 && minute <= minuteOfDay.max ? minute : null;
}

/** The settings as the form shows them; the price of a kind without one is empty. */
export function textOf(settings: HospitalSettings, kinds: readonly string[]): SettingsText {
  const { scheduleHours, prices } = settings;
  return Object.fromEntries([
    ...numberFields.map((name) => [name, String(settings[name])]),
    ...switchFields.map((name) => [name, settings[name] ? 'yes' : '']),
    ...kinds.map((kind) => [priceField(kind), prices[kind] === undefined ? '' : yuanText(prices[kind])]),
    ...dayParts.flatMap((part) => dayEnds.map((end) => [hourField(part, end), clockText(scheduleHours[part][end])])),
  ]);
}

/** A typed whole number; NaN if it is none. */
function wholeOf(typed = ''): number {
  return typedNumber(typed, { whole: true }) ?? Number.NaN;
}

/** What is wrong with a setting that is a whole number; none may be empty. */
const settingProblem = (name: NumberField, typed: string): Problem | null =>
  typed.trim() === ''
    ? ['common.form.wholeNumber', settingBounds[name]]
    : wholeNumberProblem(typed, settingBounds[name]);

function hourProblems(text: SettingsText): [string, Problem][] {
  let end = 0;
  return dayParts.flatMap((part): [string, Problem][] => {
    const [first, last] = dayEnds.map((one) => hourField(part, one)) as [string, string];
    const [from, to] = [minuteOf(text[first] ?? ''), minuteOf(text[last] ?? '')];
    if (from === null) return [[first, ['hospital.settings.problems.time']]];
    if (to === null) return [[last, ['hospital.settings.problems.time']]];
    const before = end;
    end = Math.max(before, to);
    if (from >= to) return [[last, ['hospital.settings.problems.empty']]];
    return from < before ? [[first, ['hospital.settings.problems.overlap', { time: clockText(before) }]]] : [];
  });
}

const priceProblem: Problem = ['settings.services.priceInvalid', { max: settingBounds.price.max / 100 }];

/** The text of a field that is left: the number that was understood, or what was typed. */
export function understood(name: string, typed: string): string {
  const isWhole = numberFields.some((field) => field === name);
  const read = name.startsWith('price-') ? readYuan(typed) : isWhole ? readTypedNumber(typed, { whole: true }) : null;
  return read?.kind === 'number' ? read.text : typed;
}

/** What is wrong with the changed fields, by field; `text` is the whole form. Unchanged fields may be outside the bounds. */
export function problemsOf(changed: SettingsText, text: SettingsText): Readonly<Record<string, Problem>> {
  const numbers = numberFields.flatMap((name): [string, Problem][] => {
    const problem = Object.hasOwn(changed, name) ? settingProblem(name, text[name] ?? '') : null;
    return problem ? [[name, problem]] : [];
  });
  const prices = Object.entries(changed).flatMap(([name, typed]): [string, Problem][] => {
    const isWrong =
      name.startsWith('price-') && !((centsOf(typed) ?? -1) >= 0 && (centsOf(typed) ?? 0) <= settingBounds.price.max);
    const problem = readerProblem(readYuan(typed), typed, { places: 2 }) ?? priceProblem;
    return isWrong ? [[name, problem]] : [];
  });
  const hours = Object.keys(changed).some((name) => /-(?:from|to)$/.test(name)) ? hourProblems(text) : [];
  const waits = ['overdueMin', 'awaitingMin'];
  const isChanged = waits.some((name) => Object.hasOwn(changed, name));
  const isKnown = !numbers.some(([name]) => waits.includes(name));
  const isLate = isChanged && isKnown && wholeOf(text.overdueMin) > wholeOf(text.awaitingMin);
  return Object.fromEntries([
    ...(isLate ? [['overdueMin', ['hospital.settings.problems.overdue']]] : []),
    ...numbers,
    ...prices,
    ...hours,
  ]);
}

/** What the form sends: the fields that differ from the stored ones. */
export function changeOf(changed: SettingsText, text: SettingsText): HospitalSettingChange {
  const spanOf = (part: DayPart) => ({
    from: minuteOf(text[hourField(part, 'from')] ?? '') ?? 0,
    to: minuteOf(text[hourField(part, 'to')] ?? '') ?? 0,
  });
  const prices = Object.entries(changed).flatMap(([name, typed]): [string, number][] =>
    name.startsWith('price-') ? [[name.slice('price-'.length), centsOf(typed) ?? 0]] : [],
  );
  const hasHours = Object.keys(changed).some((name) => /-(?:from|to)$/.test(name));
  return {
    ...Object.fromEntries(numberFields.flatMap((name) => (name in changed ? [[name, wholeOf(changed[name])]] : []))),
    ...Object.fromEntries(switchFields.flatMap((name) => (name in changed ? [[name, changed[name] === 'yes']] : []))),
    ...(prices.length > 0 ? { prices: Object.fromEntries(prices) } : {}),
    ...(hasHours
      ? { scheduleHours: { morning: spanOf('morning'), afternoon: spanOf('afternoon'), evening: spanOf('evening') } }
      : {}),
  };
}

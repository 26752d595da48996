import { type NumberProblem, readTypedNumber, type TypedNumber } from '../../../clinical/doses/typedNumber.ts';
import type { Bounds } from '../../../contract/settingBounds.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';

export type NumberLimits = { readonly whole?: boolean; readonly places?: number };
type Values = Readonly<Record<string, string | number>>;
export type NumberText = readonly [TextKey, Values];

function textOfReadings(typed: string, [first = '', second]: readonly string[]): NumberText {
  return second === undefined
    ? ['numbers.oneReading', { typed, first }]
    : ['numbers.twoReadings', { typed, first, second }];
}

/** What to say about a number that is not read, as a text with its values; null if it is read or empty. */
export function numberProblem(read: TypedNumber, typed: string, { places = 4 }: NumberLimits = {}): NumberText | null {
  if (read.kind !== 'refused') return null;
  const { why, readings } = read;
  switch (why) {
    case 'notANumber':
      return ['common.form.notANumber', {}];
    case 'grouping':
    case 'leadingZero':
      return textOfReadings(typed.trim(), readings);
    case 'unfinished':
      return readings.length > 0 ? textOfReadings(typed.trim(), readings) : ['numbers.unfinished', {}];
    case 'fraction':
      return ['numbers.fraction', { typed: typed.trim(), first: readings[0] ?? '' }];
    default:
      return [`numbers.${why}`, { places }];
  }
}

/** Refusals about which the bounds of a field say more than the reader. */
const saidByBounds: ReadonlySet<NumberProblem> = new Set(['notANumber', 'notWhole', 'tooFine', 'tooLong']);

/** What the reader alone can say about a typed number, such as its two readings; null where the bounds say more. */
export const readerProblem = (read: TypedNumber, typed: string, limits: NumberLimits): NumberText | null =>
  read.kind === 'refused' && saidByBounds.has(read.why) ? null : numberProblem(read, typed, limits);

/** What to say about a typed whole number; null if it is within its bounds or empty. */
export function wholeNumberProblem(typed: string, { min, max }: Bounds): NumberText | null {
  const read = readTypedNumber(typed, { whole: true });
  if (read.kind === 'empty' || (read.kind === 'number' && read.value >= min && read.value <= max)) return null;
  return readerProblem(read, typed, { whole: true }) ?? ['common.form.wholeNumber', { min, max }];
}

/** The problem of a typed number in the person's language. */
export function useNumberProblem(): (read: TypedNumber, typed: string, limits?: NumberLimits) => string | null {
  const { t } = useTranslation();
  return (read, typed, limits) => {
    const said = numberProblem(read, typed, limits);
    return said && (t as (key: TextKey, values: Values) => string)(...said);
  };
}

import type { TypedNumber } from '../../clinical/typedNumber.ts';
import { useTranslation } from '../locales/i18n.ts';
import type { TextKey } from '../locales/texts.ts';

export type NumberLimits = { readonly whole?: boolean; readonly places?: number };
type Values = Readonly<Record<string, string | number>>;
type NumberText = readonly [TextKey, Values];

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

/** The problem of a typed number in the person's language. */
export function useNumberProblem(): (read: TypedNumber, typed: string, limits?: NumberLimits) => string | null {
  const { t } = useTranslation();
  return (read, typed, limits) => {
    const said = numberProblem(read, typed, limits);
    return said && (t as (key: TextKey, values: Values) => string)(...said);
  };
}

import { readTypedNumber, type TypedNumber } from '../../clinical/doses/typedNumber.ts';

/** A typed amount in yuan, with or without its sign. */
export const readYuan = (typed: string): TypedNumber => readTypedNumber(typed.replace(/^\s*[¥￥]/, ''), { places: 2 });

/** Reads a typed amount as cents; null if it is not one amount for certain. */
export function centsOf(typed: string): number | null {
  const read = readYuan(typed);
  return read.kind === 'number' ? Math.round(read.value * 100) : null;
}

/** Formats cents for an input field: 20.50 */
export const yuanText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

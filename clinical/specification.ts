import { type Amount, convert, type Packing } from './dose.ts';
import { decimal } from './rational.ts';
import { unitOf } from './unit.ts';

type Written = { readonly value: number; readonly unit: string; readonly mark: string };

const spelled: Readonly<Record<string, string>> = {
  units: 'iu',
  unit: 'iu',
  mcg: 'ug',
  万单位: '10k-iu',
  万iu: '10k-iu',
  万u: '10k-iu',
};

const amounts =
  /(\d{1,9}(?:\.\d{1,6})?)?\s?(mcg|[μµu]g|mg|ml|mmol|units?|iu|g|l|u|微克|毫克|克|毫升|万?单位|万iu|万u)(?![\p{L}])|([/:×])/giu;

/** The amounts of a specification before its number of pieces, each with the sign in front: "160 mg / 5 ml". */
function writtenIn(specification: string): Written[] {
  const found: Written[] = [];
  let mark = '';
  for (const [, value, unit, sign] of specification.normalize('NFC').matchAll(amounts)) {
    if (sign === '×') break;
    if (sign !== undefined) mark = sign;
    else if (unit !== undefined) {
      const code = unitOf(spelled[unit.toLowerCase()] ?? unit)?.code;
      if (code && (value !== undefined || mark === '/')) found.push({ value: Number(value ?? 1), unit: code, mark });
      mark = '';
    }
  }
  return found;
}

const numberIn = (value: number, from: string, to: string): number | null => {
  const exact = decimal(value);
  const converted = exact && convert(exact, from, to);
  return converted ? Number(converted.n) / Number(converted.d) : null;
};

/**
 * The contents of one base unit that a specification can mean, in the unit of the strength: "160 mg/5 ml" is 32 a ml and
 * 160 a sachet, "3ml:300 units" is 100 a ml. Empty for what it does not say, such as two active amounts.
 */
export function contentsIn(
  specification: string,
  { minUnit, strength }: Pick<Packing, 'minUnit'> & { readonly strength: Amount },
): number[] {
  const [first, second, third] = writtenIn(specification);
  if (!first || (second && third && third.mark !== '')) return [];
  // "3ml:300 units" names the whole first.
  const [content, whole] = second?.mark === ':' ? [second, first] : [first, second?.mark === '/' ? second : undefined];
  const value = numberIn(content.value, content.unit, strength.unit);
  if (value === null) return [];
  const per = whole ? numberIn(whole.value, whole.unit, minUnit) : null;
  const isCounted = ['count', 'pack'].includes(unitOf(minUnit)?.dimension ?? '');
  if (per !== null) return [value / per];
  return isCounted && !whole ? [value] : [];
}

/** The content that a specification says and a strength contradicts; null if they agree or cannot be compared. */
export function contradictedContent(
  specification: string,
  packing: Pick<Packing, 'minUnit'> & { readonly strength: Amount },
): number | null {
  const meant = contentsIn(specification, packing);
  const { value } = packing.strength;
  const agrees = meant.some((one) => Math.abs(one - value) <= 0.02 * value);
  return meant[0] === undefined || agrees ? null : meant[0];
}

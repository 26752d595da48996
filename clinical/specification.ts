import { type Amount, convert, type Packing } from './dose.ts';
import { decimal } from './rational.ts';
import { unitOf } from './unit.ts';

type Written = { readonly value: number; readonly unit: string; readonly mark: string };
type Strong = Pick<Packing, 'minUnit'> & { readonly strength: Amount };

const spelled: Readonly<Record<string, string>> = {
  units: 'iu',
  unit: 'iu',
  mcg: 'ug',
  万单位: '10k-iu',
  万iu: '10k-iu',
  万u: '10k-iu',
};

const amounts =
  /((?:\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.\d{1,6})?)?\s?(mcg|[μµu]g|mg|ml|mmol|units?|iu|g|l|u|微克|毫克|克|毫升|万?单位|万iu|万u)(?![\p{L}])|([/:×(])/giu;
const percent = /(\d{1,3}(?:\.\d{1,6})?)\s?([%‰])/;

/** A specification in one spelling: "500mg*100", "500 mg x 100" and "５００ｍｇ×１００" multiply alike. */
export const plainSpecification = (specification: string): string =>
  specification
    .normalize('NFKC')
    .replace(/[✕✖╳⨯]/g, '×')
    .replace(/(?<=[\p{L}\d)%])(\s?)[xX*](\s?)(?=\d)/gu, '$1×$2');

/** The amounts of a specification without its number of pieces, each with the sign in front: "160 mg / 5 ml". */
function writtenIn(specification: string): Written[] {
  const found: Written[] = [];
  let mark = '';
  for (const [, written, unit, sign] of specification.matchAll(amounts)) {
    const value = written?.replaceAll(',', '');
    if (sign === '×' && found.length > 0) break;
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

const isCounted = (unit: string): boolean => ['count', 'pack'].includes(unitOf(unit)?.dimension ?? '');
const dimensionOf = ({ unit }: Written) => unitOf(unit)?.dimension;

/** What a percentage means: grams in 100 ml or 100 g, in one base unit or in a container whose size is written. */
function byPercent(text: string, sizes: readonly Written[], { minUnit, strength }: Strong): number[] {
  const [, written, sign] = percent.exec(text) ?? [];
  if (written === undefined) return [];
  const grams = Number(written) / (sign === '%' ? 100 : 1000);
  const [size, other] = sizes;
  const container = size && !other ? size : null;
  const within = isCounted(minUnit) ? container : { value: 1, unit: minUnit };
  const many = within && (numberIn(within.value, within.unit, 'ml') ?? numberIn(within.value, within.unit, 'g'));
  const value = many ? numberIn(Number((grams * many).toPrecision(12)), 'g', strength.unit) : null;
  return value === null ? [] : [value];
}

/**
 * Which of two amounts is the content and which the whole: "3ml:300 units" and "300 units (3 ml)" mean the same. Of two
 * masses the larger one is the whole; "0.5 g (500 mg)" says one thing twice.
 */
function contentAndWhole(first: Written, second: Written | undefined, unit: string) {
  if (second?.mark === '/') return { content: first, whole: second };
  if (second?.mark !== ':' && second?.mark !== '(') return { content: first, whole: undefined };
  if (dimensionOf(first) !== dimensionOf(second)) {
    const isFirst = numberIn(first.value, first.unit, unit) !== null;
    return isFirst ? { content: first, whole: second } : { content: second, whole: first };
  }
  const size = numberIn(first.value, first.unit, second.unit) ?? 0;
  if (second.mark === '(') return { content: first, whole: undefined };
  return size < second.value ? { content: first, whole: second } : { content: second, whole: first };
}

/**
 * The contents of one base unit that a specification can mean, in the unit of the strength: "160 mg/5 ml" is 32 a ml,
 * "3ml:300 units" 100 a ml, "3.2 %" 32 mg a ml. Empty for what it does not say, such as two active amounts.
 */
export function contentsIn(specification: string, packing: Strong): number[] {
  const { minUnit, strength } = packing;
  const text = plainSpecification(specification);
  const written = writtenIn(text);
  const ofPercent = byPercent(text, written, packing);
  const [first, second, third] = written;
  if (!first || (second && third && third.mark !== '')) return ofPercent;
  const { content, whole } = contentAndWhole(first, second, strength.unit);
  const value = numberIn(content.value, content.unit, strength.unit);
  if (value === null) return ofPercent;
  const per = whole ? numberIn(whole.value, whole.unit, minUnit) : null;
  if (per !== null) return [value / per, ...ofPercent];
  // "2ml:100mg" for a vial is its content; "160 mg/5 ml" for a bottle is none.
  const isPiece = !whole || (whole.mark !== '/' && dimensionOf(whole) !== dimensionOf(content));
  return isCounted(minUnit) && isPiece ? [value, ...ofPercent] : ofPercent;
}

/** The content that a specification says and a strength contradicts; null if they agree or cannot be compared. */
export function contradictedContent(specification: string, packing: Strong): number | null {
  const meant = contentsIn(specification, packing);
  const { value } = packing.strength;
  const agrees = meant.some((one) => Math.abs(one - value) <= 0.02 * value);
  return meant[0] === undefined || agrees ? null : meant[0];
}

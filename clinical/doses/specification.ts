import { type Amount, convert, type Packing } from './dose.ts';
import { decimal } from './rational.ts';
import { plainNumberSigns, readTypedNumber } from './typedNumber.ts';
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
  /(mcg|[μµu]g|mg|ml|mmol|units?|iu|g|l|u|微克|毫克|克|毫升|万?单位|万iu|万u)(?![\p{L}])|(?<=\d ?)([-~–—至])(?= ?\d)|([/:×(])/giu;

/** Groups of three after a space or an apostrophe, after commas, or twice after points; not behind a name such as B12. */
const grouped = /(?<![\p{Script=Latin}\d.,'^])[1-9]\d{0,2}(?:(?:[ ']\d{3})+|(?:,\d{3})+|(?:\.\d{3}){2,})(?![\d'])/gu;
const places = 6;

/** A written number; null if it has two readings. Its comma is a decimal one, because groups were joined before. */
function numberOf(written: string): number | null {
  // Three decimals after a point are decimals in a specification: tablets of 0.125 g and of 1.125 g.
  const read = readTypedNumber(/^\d{1,3}[.,]\d{3}$/.test(written) ? `${written}0` : written, { places });
  return read.kind === 'number' ? read.value : null;
}

/**
 * A specification in one spelling: "500mg*100", "500 mg x 100" and "５００ｍｇ×１００" multiply alike, and "12 500 mg",
 * "12'500 mg" and "12,500 mg" are 12500 mg.
 */
export const plainSpecification = (specification: string): string =>
  plainNumberSigns(specification)
    .replace(/(\d)([⁰¹²³⁴-⁹])/g, '$1^$2')
    .normalize('NFKC')
    .replace(/⁄/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/[✕✖╳⨯]/g, '×')
    .replace(/(?<=[\p{L}\d)%])(\s?)[xX*](\s?)(?=\d)/gu, '$1×$2')
    .replace(grouped, (digits) => digits.replace(/\D/g, ''));

const isLatin = (sign: string | undefined) => sign !== undefined && /\p{Script=Latin}/u.test(sign);

/**
 * The number in front of a unit at this place, from its first to its last digit, whatever parts its groups. A power of ten is
 * none, nor what a letter leads up to, as the 12 of "B12".
 */
function numberBefore(text: string, end: number): string | undefined {
  const last = text[end - 1] === ' ' ? end - 1 : end;
  let from = last;
  while (from > 0 && /[\d.,' ]/.test(text[from - 1] ?? '')) from -= 1;
  const run = text.slice(from, last);
  if (!/\d$/.test(run)) return undefined;
  const lead = run.search(/[.,]?\d/);
  if (/\d\^ ?$/.test(text.slice(Math.max(0, from + lead - 3), from + lead))) return undefined;
  const number = run.slice(lead);
  if (!isLatin(text[from + lead - 1])) return number;
  if (/^[.,]/.test(number)) return number.slice(1);
  return number.includes(' ') ? undefined : number;
}

function unreadIn(text: string): string | null {
  for (const { 0: found, 1: unit, index } of text.matchAll(amounts)) {
    const written = unit === undefined ? undefined : numberBefore(text, index);
    if (written !== undefined && numberOf(written) === null)
      return `${written}${text[index - 1] === ' ' ? ' ' : ''}${found}`;
  }
  return null;
}

/** The first amount of a specification whose number cannot be read in one way only: "1,00,000 IU", "05 mg"; null for none. */
export const unreadAmountIn = (specification: string): string | null => unreadIn(plainSpecification(specification));

/** The amounts of a specification without its number of pieces, each with the sign in front: "160 mg / 5 ml". */
function writtenIn(specification: string): Written[] {
  const found: Written[] = [];
  let mark = '';
  for (const { 1: unit, 2: range, 3: sign = range, index } of specification.matchAll(amounts)) {
    if (sign === '×' && found.length > 0) break;
    if (sign !== undefined) mark = sign;
    else if (unit !== undefined) {
      const written = numberBefore(specification, index);
      const code = unitOf(spelled[unit.toLowerCase()] ?? unit)?.code;
      const value = written === undefined ? 1 : numberOf(written);
      if (code && value !== null && (written !== undefined || mark === '/')) found.push({ value, unit: code, mark });
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
  const found = [...text.matchAll(/[%‰]/g)].map(({ 0: sign, index }) => ({ sign, written: numberBefore(text, index) }));
  const { sign, written } = found.find((one) => one.written !== undefined) ?? {};
  const part = written === undefined ? null : numberOf(written);
  if (part === null) return [];
  const grams = part / (sign === '%' ? 100 : 1000);
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
  // "160/4.5 µg" are two active amounts, and "5-10 mg" is a range.
  const isPart = first !== undefined && /^[/~–—至-]$/.test(first.mark);
  const isUnclear = unreadIn(text) !== null || (second && third && third.mark !== '');
  if (!first || isPart || first.value === 0 || isUnclear) return ofPercent;
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

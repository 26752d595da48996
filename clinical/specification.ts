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
  /((?:\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.\d{1,6})?)?\s?(mcg|[μµu]g|mg|ml|mmol|units?|iu|g|l|u|微克|毫克|克|毫升|万?单位|万iu|万u)(?![\p{L}])|([/:×])/giu;

/** The amounts of a specification without its number of pieces, each with the sign in front: "160 mg / 5 ml". */
function writtenIn(specification: string): Written[] {
  const found: Written[] = [];
  let mark = '';
  for (const [, written, unit, sign] of specification.normalize('NFKC').matchAll(amounts)) {
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

const pieces =
  /(\d{1,6}(?:\.\d{1,4})?)\s?(ml|g|毫升|克|tablets?|capsules?|sachets?|suppositor(?:y|ies)|patch(?:es)?|pieces?|vials?|ampoules?|pens?|puffs?|doses?|sprays?|drops?|bottles?|tubes?|blisters?|strips?|[片粒袋枚贴丸块瓶支管板条揿吸喷滴])(?![\p{L}])/giu;

const pieceUnits: Readonly<Record<string, string>> = { 贴: 'patch', 揿: 'puff', 吸: 'puff', 喷: 'puff' };

const numberWithUnit = (unit: string): string | undefined =>
  pieceUnits[unit] ?? unitOf(unit)?.code ?? unitOf(unit.replace(/ies$/i, 'y').replace(/(?<=[a-z])e?s$/i, ''))?.code;

/**
 * The numbers of base units that a specification can give a pack: "10片×2板/盒" is 10 or 20 tablets. Empty for one that
 * names none.
 */
export function packsIn(specification: string, minUnit: string): number[] {
  const found = [...specification.normalize('NFKC').matchAll(pieces)].map(([, value, unit = '']) => ({
    value: Number(value),
    isBase: numberWithUnit(unit) === minUnit,
  }));
  const multiples = found.filter(({ isBase }) => !isBase).map(({ value }) => value);
  const own = found.filter(({ isBase }) => isBase).map(({ value }) => value);
  return [...new Set(own.flatMap((value) => [value, ...multiples.map((times) => value * times)]))];
}

/** The number of base units in a pack that a specification says and a pack factor contradicts; null if they agree. */
export function contradictedPack(
  specification: string,
  { minUnit, packFactor }: Pick<Packing, 'minUnit' | 'packFactor'>,
): number | null {
  const meant = packsIn(specification, minUnit);
  return meant.includes(packFactor) ? null : (meant.at(-1) ?? null);
}

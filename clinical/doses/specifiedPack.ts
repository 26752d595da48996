import type { Packing } from './dose.ts';
import { plainSpecification } from './specification.ts';
import { unitOf } from './unit.ts';

const piece =
  /(?<!\d[.,'^]? ?|\.)(\d{1,6}(?:\.\d{1,4})?)(?![\d.])\s?(ml|g|毫升|克|tab(?:let)?s?|cap(?:sule)?s?|pills?|sachets?|suppositor(?:y|ies)|patch(?:es)?|pieces?|vials?|ampoules?|pens?|puffs?|doses?|sprays?|drops?|bottles?|tubes?|blisters?|strips?|packs?|bags?|box(?:es)?|syringes?|cartridges?|[片粒袋枚贴丸块瓶支管板条揿吸喷滴盒排]装?)(?![\p{L}])/giu;
const concentrationOf =
  /(\d\s?(?:[μµu]g|mcg|mg|g|iu|u|units?|mmol|微克|毫克|克|单位))\s?\/\s?\d[\d.]{0,7}\s?(?:ml|l|g|毫升|克)(?!\p{L})/giu;
const bareNumber = /^(\d{1,6}) ?(?:'?s|t)? ?(?:\/.*)?$/i;

const pieceUnits: Readonly<Record<string, string>> = {
  ...{ 贴: 'patch', 揿: 'puff', 吸: 'puff', 喷: 'puff', dose: 'puff', spray: 'puff', tab: 'tablet', cap: 'capsule' },
  suppositorie: 'suppository',
};
/** "支" counts every long piece: vials, ampoules, pens and tubes. */
const longPieces: ReadonlySet<string> = new Set(['vial', 'ampoule', 'piece', 'pen', 'tube']);

function counts(written: string, minUnit: string): boolean {
  const unit = written.toLowerCase().replace(/装$/, '');
  const spellings = [unit, unit.replace(/s$/, ''), unit.replace(/es$/, '')];
  if (unit === '支') return longPieces.has(minUnit);
  return spellings.some((one) => (pieceUnits[one] ?? unitOf(one)?.code) === minUnit);
}

/** One factor of a multiplication: base units that it counts, or how often something is taken. */
type Factor = { readonly own: number | null; readonly times: number; readonly isBare: boolean };

function factorOf(text: string, minUnit: string): Factor {
  const [, bare] = bareNumber.exec(text.trim()) ?? [];
  if (bare !== undefined) return { own: null, times: Number(bare), isBare: true };
  // "100 mg/5 ml" names five millilitres of the concentration, not of the pack.
  const counted = [...text.replace(concentrationOf, '$1').matchAll(piece)];
  const own = counted.find(([, , unit = '']) => counts(unit, minUnit));
  if (own) return { own: Number(own[1]), times: 1, isBare: false };
  const other = counted.find(([, , unit = '']) => !/^(?:ml|g|毫升|克)$/i.test(unit));
  return { own: null, times: other ? Number(other[1]) : 1, isBare: false };
}

/** The base units that one multiplication counts: "7片/板×2板" is 14, "500mg×100" a hundred pieces; null for none. */
function chainOf(text: string, minUnit: string): { own: number | null; first: number | null; times: number } {
  const factors = text.split(/×|\bof\b/i).map((one) => factorOf(one, minUnit));
  const times = factors.reduce((all, one) => all * one.times, 1);
  const own = factors.find((one) => one.own !== null)?.own ?? null;
  const isCounted = unitOf(minUnit)?.dimension === 'count';
  if (own === null && isCounted && factors.some(({ isBare }) => isBare)) return { own: times, first: times, times: 1 };
  return { own: own === null ? null : own * times, first: own, times };
}

/**
 * The numbers of base units that a specification can give a pack. "10片×2板/盒" is twenty for a box, and ten or twenty for
 * a pack that is no box. Empty for one that names none.
 */
export function packsIn(specification: string, { minUnit, packUnit }: Pick<Packing, 'minUnit' | 'packUnit'>): number[] {
  const chains = plainSpecification(specification)
    .split(/[,;()。]/)
    .map((one) => chainOf(one, minUnit));
  const apart = chains.filter(({ own, times }) => own === null && times > 1).map(({ times }) => times);
  const isBox = unitOf(packUnit)?.code === 'box';
  const found = chains.flatMap(({ own, first }) =>
    own === null || first === null ? [] : [own, ...(isBox ? [] : [first]), ...apart.map((times) => own * times)],
  );
  return [...new Set(found)];
}

/** The number of base units in a pack that a specification says and a pack factor contradicts; null if they agree. */
export function contradictedPack(
  specification: string,
  packing: Pick<Packing, 'minUnit' | 'packUnit' | 'packFactor'>,
): number | null {
  const meant = packsIn(specification, packing);
  return meant.includes(packing.packFactor) ? null : (meant[0] ?? null);
}

import { type Rational, ratio } from './rational.ts';

/** What a unit measures. Units convert only within one dimension; counted units convert only to themselves. */
export type Dimension = 'mass' | 'volume' | 'activity' | 'amount' | 'count' | 'pack';

export type Unit = { code: string; dimension: Dimension; scale: Rational };

const measured = (dimension: Dimension, scales: Record<string, bigint>): Unit[] =>
  Object.entries(scales).map(([code, scale]) => ({ code, dimension, scale: ratio(scale) }));
const counted = (dimension: 'count' | 'pack', codes: string): Unit[] =>
  codes.split(' ').map((code) => ({ code, dimension, scale: ratio(1) }));

/** Units of doses (measured), of single pieces (count), and of packs that a pharmacy hands out (pack). */
export const units: readonly Unit[] = [
  ...measured('mass', { ug: 1n, mg: 1_000n, g: 1_000_000n }),
  // One drop is a twentieth of a millilitre, the usual convention for droppers.
  ...measured('volume', { drop: 1n, ml: 20n, l: 20_000n }),
  ...measured('activity', { iu: 1n, '10k-iu': 10_000n }),
  ...measured('amount', { mmol: 1n }),
  ...counted('count', 'tablet capsule pill sachet vial ampoule puff suppository patch piece'),
  ...counted('pack', 'box bottle tube pen inhaler bag'),
];

/** Other spellings that hospital systems use for the same unit. */
const aliases: Record<string, string> = {
  μg: 'ug',
  µg: 'ug',
  mcg: 'ug',
  微克: 'ug',
  毫克: 'mg',
  克: 'g',
  毫升: 'ml',
  升: 'l',
  单位: 'iu',
  u: 'iu',
  万单位: '10k-iu',
  片: 'tablet',
  粒: 'capsule',
  丸: 'pill',
  袋: 'sachet',
  支: 'vial',
  揿: 'puff',
  滴: 'drop',
  枚: 'suppository',
  贴: 'patch',
  盒: 'box',
  瓶: 'bottle',
};

const byCode = new Map(units.map((unit) => [unit.code, unit]));

/** The unit of a spelling; null if unknown. */
export function unitOf(spelling: string): Unit | null {
  const written = spelling.trim().toLowerCase();
  return byCode.get(aliases[written] ?? written) ?? null;
}

/** Whether two spellings mean the same unit; unknown units are equal only if spelled alike. */
export const isSameUnit = (a: string, b: string): boolean =>
  (unitOf(a)?.code ?? a.trim()) === (unitOf(b)?.code ?? b.trim());

/** An exact fraction with positive denominator in lowest terms: doses never pass through floating point. */
export type Rational = { readonly n: bigint; readonly d: bigint };

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

/** The fraction n/d in lowest terms. A zero denominator is a caller's bug and throws. */
export function ratio(n: bigint | number, d: bigint | number = 1n): Rational {
  const [top, bottom] = [BigInt(n), BigInt(d)];
  if (bottom === 0n) throw new RangeError('a fraction needs a denominator other than zero');
  const shared = gcd(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { n: top / shared, d: bottom / shared };
}

/** Parses a decimal ("0.125", 2.5, "1e-3") exactly; null if it is not a decimal. */
export function decimal(written: string | number): Rational | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(String(written).trim());
  if (!parts) return null;
  const [, sign = '', whole = '0', fraction = '', power = '0'] = parts;
  const exponent = Number(power) - fraction.length;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return exponent < 0 ? ratio(digits, 10n ** BigInt(-exponent)) : ratio(digits * 10n ** BigInt(exponent));
}

export const add = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n);
export const isAbove = (a: Rational, b: Rational): boolean => a.n * b.d > b.n * a.d;
export const isMultipleOf = (a: Rational, part: Rational): boolean => divide(a, part).d === 1n;
export const isPositive = (a: Rational): boolean => a.n > 0n;

/** The smallest integer that is not below the fraction. */
export const ceil = (a: Rational): bigint => {
  const cut = a.n / a.d;
  return a.n > 0n && cut * a.d !== a.n ? cut + 1n : cut;
};

/** The largest integer that is not above a positive fraction. */
export const floor = (a: Rational): bigint => a.n / a.d;

/** Formats a fraction: as a decimal if that is finite ("0.5"), else as a fraction ("1/7"). */
export function toText({ n, d }: Rational): string {
  let places = 0;
  let scale = 1n;
  while (scale % d !== 0n && places < 12) {
    places += 1;
    scale *= 10n;
  }
  if (scale % d !== 0n) return `${n}/${d}`;
  const digits = String((n < 0n ? -n : n) * (scale / d)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${n < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
}

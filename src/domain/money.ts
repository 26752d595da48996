/** Parses a typed amount into cents without floating point; null if it is not an amount. */
export function centsOf(typed: string): number | null {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/^[¥￥]\s*/, '');
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text;
  const [, yuan, part = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  return yuan === undefined ? null : Number(yuan) * 100 + Number(part.padEnd(2, '0'));
}

/** Formats cents for an input field: 20.50 */
export const yuanText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

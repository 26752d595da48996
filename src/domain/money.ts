/** An amount as it is typed, in cents, exactly: no floating point. Null when it is not an amount. */
export function centsOf(typed: string): number | null {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/^[¥￥]\s*/, '');
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text;
  const [, yuan, part = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  return yuan === undefined ? null : Number(yuan) * 100 + Number(part.padEnd(2, '0'));
}

/** An amount in cents as it stands in a field: 20.50 */
export const yuanText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

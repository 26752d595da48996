import type { NamedValues } from './safeStorage.ts';

/** Storage key of this browser's secret; clearing a session does not delete it. */
export const deviceKey = 'DEVICE';

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The secret by which the platform recognises this browser; generated on first use. */
export function deviceSecret(local: Pick<NamedValues, 'getItem' | 'setItem'>): string {
  const kept = local.getItem(deviceKey);
  if (kept !== null && /^[\w-]{20,100}$/.test(kept)) return kept;
  const made = random();
  local.setItem(deviceKey, made);
  return made;
}

/**
 * What a failure says about the platform's database or disk: it cannot be reached or is busy, the disk of the stored files
 * does not answer, or a disk is full.
 */
type Outage = 'unavailable' | 'storageSlow' | 'full';

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const full = new Set(['ENOSPC', 'EDQUOT', '53100']);
/**
 * Too many connections, not enough memory, a statement or a wait that took too long, a disk that fails, a server that ends,
 * starts or only reads since another one took over.
 */
const busy = /^(08\w{3}|25006|53[234]00|55P03|57014|57P0[123]|58030)$/;
// The driver reports these without a code.
const withoutCode =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|database (is closed|has stopped)/;

/** Whether a failure, or what caused it, is an outage; null for other faults. */
export function outageOf(failure: unknown): Outage | null {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (full.has(code)) return 'full';
    if (code === 'STORAGE_SLOW') return 'storageSlow';
    if (lostConnection.has(code) || busy.test(code) || withoutCode.test(cause.message)) return 'unavailable';
  }
  return null;
}

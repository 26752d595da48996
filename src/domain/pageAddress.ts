const testNetworks = [
  /^localhost$/,
  /^127(\.\d{1,3}){3}$/,
  /^\[?::1\]?$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /\.local$/,
];

/** The host name without its port; an IPv6 address includes its brackets. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d{1,5}$/, '');

/** Whether a host is this machine or a test network, which no hospital is registered under. */
export const isTestHost = (host: string): boolean => testNetworks.some((network) => network.test(nameOf(host)));

/** The host for the hospital lookup: local and test-network hosts are replaced by the configured test hospital. */
export const websiteOf = (host: string, testHospitalHost: string): string =>
  isTestHost(host) ? testHospitalHost : host;

const somewhere = 'https://origin.invalid';

/** Browsers treat a backslash as a slash and drop control characters from addresses. */
const isSuspicious = (address: string) =>
  [...address].some((character) => character === '\\' || character.charCodeAt(0) <= 0x20);

/** Decodes until nothing changes, so that a path encoded twice is judged by its final form. */
function decodedOf(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? decoded : decodedOf(decoded);
  } catch {
    return null;
  }
}

const staysHere = (address: string) =>
  /^\/(?!\/)/.test(address) &&
  !isSuspicious(address) &&
  URL.canParse(address, somewhere) &&
  new URL(address, somewhere).origin === somewhere;

/** The page to open after signing in, if it is ours and not the sign-in page; else null. */
export function safeRedirect(address: string | null): string | null {
  if (address === null || address.length > 2_000 || !staysHere(address)) return null;
  const { pathname, search, hash } = new URL(address, somewhere);
  const path = decodedOf(pathname);
  if (path === null || !staysHere(path) || path === '/login') return null;
  return `${pathname}${search}${hash}`;
}

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

/** The sign-in page that leads back to a page, and says why it was opened. */
export function loginAddress(address: string, why: 'expired' | null = null): string {
  const back = safeRedirect(address) === null || address === '/' ? {} : { redirect: address };
  const query = new URLSearchParams({ ...back, ...(why === null ? {} : { why }) }).toString();
  return query === '' ? '/login' : `/login?${query}`;
}

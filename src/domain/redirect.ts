const somewhere = 'https://origin.invalid';

/** A backslash counts as a slash in browsers, and control characters are dropped from addresses. */
const isSuspicious = (address: string) =>
  [...address].some((character) => character === '\\' || character.charCodeAt(0) <= 0x20);

/** Decodes until nothing changes, so that a path encoded twice is judged by what it becomes. */
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

/** The page to go to after signing in, if it is one of ours and not the sign-in page itself; else null. */
export function safeRedirect(address: string | null): string | null {
  if (address === null || address.length > 2_000 || !staysHere(address)) return null;
  const { pathname, search, hash } = new URL(address, somewhere);
  const path = decodedOf(pathname);
  if (path === null || !staysHere(path) || path === '/login') return null;
  return `${pathname}${search}${hash}`;
}

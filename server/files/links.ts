import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 60 * 60_000;
const pattern = /^(?:https?:\/\/[^/?#]+)?\/files\/([\w-]{20,60}\.\w{2,4})(?:\/([^/?#]*))?(?:[?#]|$)/;

/** A file's name as others may see it: no folders, no control or direction characters, not too long. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}"<>|*?:]/gu, '')
    .replace(/^\.+/, '')
    .trim();
  const letters = [...clean];
  const short = letters.length <= 100 ? clean : `${letters.slice(0, 90).join('')}…${letters.slice(-9).join('')}`;
  return short || 'file';
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The storage key of the file that a link points to; null for links to other places. */
export type KeyOf = (url: string) => string | null;

/** Whom a link was made for, as sessions name them. */
export type LinkReader = { userType: number; userId: string };

/** What a link carries to show that this platform made it; `reader` is empty where it names nobody. */
export type LinkProof = { reader: string; expires: number; signature: string };

const readerPattern = /^([12])\.(\d{1,18})$/;

/** Makes and checks the links under which files are opened: signed, and good for an hour. */
export function createLinks({ secret, host, now }: { secret: string; host: string; now: () => number }) {
  const sign = (key: string, name: string, reader: string, expires: number) =>
    createHmac('sha256', secret).update(`${key}:${expires}:${reader}:${name}`).digest('base64url').slice(0, 32);

  /** A link that one person asked for names them, so that the trail knows who opens it; one that goes into a message does not. */
  const linkTo = (key: string, name: string, by: LinkReader | null = null) => {
    const reader = by === null ? '' : `${by.userType}.${by.userId}`;
    // Links made within the same five minutes are equal, so that browsers find the file in their cache.
    const expireTime = Math.ceil((now() + validMs) / 300_000) * 300_000;
    const signed = `expires=${expireTime}&signature=${sign(key, name, reader, expireTime)}`;
    const query = reader === '' ? signed : `${signed}&reader=${reader}`;
    return { url: `${host}/files/${key}/${encodeURIComponent(name)}?${query}`, expireTime };
  };

  const keyOf = (url: string): string | null => pattern.exec(url)?.[1] ?? null;

  return {
    linkTo,
    /** The key of a file that a link, fresh or old, points to; null for links to elsewhere. The host may have moved since. */
    keyOf,
    /** The same for links that a client writes: they begin where this platform serves files. */
    localKeyOf: (url: string): string | null => (url.startsWith(`${host}/files/`) ? keyOf(url) : null),
    isGood(key: string, name: string, { reader, expires, signature }: LinkProof): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(key, name, reader, expires))];
      return expires > now() && given.length === right.length && timingSafeEqual(given, right);
    },
    /** Whom a good link was made for; null where it names nobody. */
    readerOf({ reader }: LinkProof): LinkReader | null {
      const [, userType, userId] = readerPattern.exec(reader) ?? [];
      return userId === undefined ? null : { userType: Number(userType), userId };
    },
    /** The same link made fresh, for files that are shown whenever their owner is. Links to elsewhere stay as they are. */
    fresh(url: string): string {
      const [, key, name = ''] = pattern.exec(url) ?? [];
      return key ? linkTo(key, safeName(decoded(name))).url : url;
    },
  };
}

export type Links = ReturnType<typeof createLinks>;

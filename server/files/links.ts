import { createHmac, timingSafeEqual } from 'node:crypto';
import { beginningOf } from '../../clinical/words/beginningOf.ts';
import { limits } from '../../contract/limits.ts';
import { isUsableUntil } from '../db/elapsed.ts';
import { shownName } from './mediaKind.ts';

const equalMs = 5 * 60_000;
const validMs = limits.fileLinkMs - equalMs;
const pattern = /^(?:https?:\/\/[^/?#]+)?\/files\/([\w-]{20,60}\.\w{2,4})(?:\/([^/?#]*))?(?:[?#]|$)/;

/** A joiner inside an emoji sequence belongs to its character. */
const hiddenOrReserved =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}"<>|*?:]/gu;

/** A file name that is safe to show: no folders, no control or direction characters, limited length. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(hiddenOrReserved, '').replace(/^\.+/, '').trim();
  const letters = [...clean];
  const short = letters.length <= 100 ? clean : `${beginningOf(clean, 90)}…${letters.slice(-9).join('')}`;
  return short || 'file';
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The name in a link that a person gave; nobody is handed a program's name for a picture. */
const nameIn = (key: string, name: string) => shownName(key, safeName(decoded(name)));

/** The name of the file that a link points to, as it is shown to people. */
export function fileNameIn(url: string): string {
  const [, key = '', name = ''] = pattern.exec(url) ?? [];
  return nameIn(key, name);
}

/** The storage key of the file that a link points to; null for links to other places. */
export type KeyOf = (url: string) => string | null;

/** The person a link was made for, as in sessions; nobody's links do not open. */
export type LinkReader = { userType: number | null; userId: string | null };

/** The signature of a link and the person it was made for. */
export type LinkProof = { reader: string; expires: number; signature: string };

const readerPattern = /^([12])\.(\d{1,18})$/;

/** Makes and verifies the signed links to files, which are valid for an hour. */
export function createLinks({ secret, host, now }: { secret: string; host: string; now: () => number }) {
  const sign = (key: string, name: string, reader: string, expires: number) =>
    createHmac('sha256', secret).update(`${key}:${expires}:${reader}:${name}`).digest('base64url').slice(0, 32);

  /** A link is made for one person, whom the trail of downloads names. */
  const linkTo = (key: string, name: string, { userType, userId }: LinkReader) => {
    const reader = `${userType}.${userId}`;
    // Links made within the same five minutes are equal, so that browser caches work.
    const expireTime = Math.ceil((now() + validMs) / equalMs) * equalMs;
    const query = `expires=${expireTime}&signature=${sign(key, name, reader, expireTime)}&reader=${reader}`;
    return { url: `${host}/files/${key}/${encodeURIComponent(name)}?${query}`, expireTime };
  };

  const unsignedLinkTo = (key: string, name: string) => `${host}/files/${key}/${encodeURIComponent(name)}?expires=0`;

  const keyOf = (url: string): string | null => pattern.exec(url)?.[1] ?? null;

  return {
    linkTo,
    /** The key of the file that a valid or expired link points to, whatever its host; null for other links. */
    keyOf,
    /** The same for links from clients, which must point to this platform's file host. */
    localKeyOf: (url: string): string | null => (url.startsWith(`${host}/files/`) ? keyOf(url) : null),
    /** Whether this platform signed a link that is not over. One of a longer life was signed before the clock was set back. */
    isValid(key: string, name: string, { reader, expires, signature }: LinkProof): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(key, name, reader, expires))];
      const isUsable = isUsableUntil(expires, now(), limits.fileLinkMs);
      return isUsable && given.length === right.length && timingSafeEqual(given, right);
    },
    /** A link without a signature, for stored texts that several people read: each of them has it signed before use. */
    unsigned(url: string): string {
      const [, key, name = ''] = pattern.exec(url) ?? [];
      return key ? unsignedLinkTo(key, nameIn(key, name)) : url;
    },
    /** The person a valid link was made for; null when it names nobody. */
    readerOf({ reader }: LinkProof): { userType: number; userId: string } | null {
      const [, userType, userId] = readerPattern.exec(reader) ?? [];
      return userId === undefined ? null : { userType: Number(userType), userId };
    },
    /** Renews a link for a person who may read the data that it is in. Links to other places stay unchanged. */
    renew(url: string, by: LinkReader): string {
      const [, key, name = ''] = pattern.exec(url) ?? [];
      return key ? linkTo(key, nameIn(key, name), by).url : url;
    },
  };
}

export type Links = ReturnType<typeof createLinks>;

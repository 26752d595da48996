import * as z from 'zod/mini';
import { type Change, kinds } from './strokes.ts';

/** The page as far as it can say that it goes, and keep something while it does. */
export type Page = Pick<Window, 'addEventListener' | 'localStorage'>;

const inText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const inBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const Sealed = z.object({ iv: z.string(), ct: z.string() });
const Left = z.array(z.object({ kind: z.enum(kinds), id: z.string(), sealed: z.nullable(Sealed) }));

const leftBehind = (changes: readonly Change[]): z.infer<typeof Left> =>
  changes.map(({ kind, id, sealed }) => ({
    ...{ kind, id },
    sealed: sealed && { iv: inText(sealed.iv), ct: inText(new Uint8Array(sealed.ct)) },
  }));
const takenUp = (text: string): Change[] =>
  Left.parse(JSON.parse(text)).map(({ kind, id, sealed }) => ({
    ...{ kind, id },
    sealed: sealed && { iv: inBytes(sealed.iv), ct: inBytes(sealed.ct).buffer },
  }));

/** An attached file is too large for it, and a note of a file is of no use without its bytes. */
const isSmall = ({ kind }: Change) => kind !== 'upload' && kind !== 'uploadBytes';

/**
 * What a page has sealed and not yet written when it goes. A browser drops what IndexedDB has not begun by then, but
 * takes a line of web storage at once; whoever opens the vault next carries it out.
 */
export function rescueBox(page: Page, owner: string, log: (what: string, detail: unknown) => void) {
  const prefix = `cloudroom-unfinished:${owner}:`;
  let own = '';

  function read(text: string): Change[] {
    try {
      return takenUp(text);
    } catch (cause) {
      log('what a page left behind cannot be read', cause);
      return [];
    }
  }
  return {
    leave(unfinished: readonly Change[]) {
      const changes = unfinished.filter(isSmall);
      own = `${prefix}${Date.now()}:${crypto.randomUUID()}`;
      if (changes.length > 0) page.localStorage.setItem(own, JSON.stringify(leftBehind(changes)));
    },
    /** The page stays after all, and goes on with it by itself. */
    withdraw: () => page.localStorage.removeItem(own),
    isLeft: ({ key, newValue }: StorageEvent) => newValue !== null && key?.startsWith(prefix) === true,
    /** Carries out what pages of this person have left, the earliest first. What fails is there the next time. */
    async takeUp(carryOut: (changes: readonly Change[]) => Promise<void>) {
      try {
        const { localStorage: kept } = page;
        const names = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? '');
        for (const name of names.filter((one) => one.startsWith(prefix)).sort()) {
          const changes = read(kept.getItem(name) ?? '');
          if (changes.length > 0) await carryOut(changes);
          kept.removeItem(name);
        }
      } catch (cause) {
        log('what a page left behind could not be kept', cause);
      }
    },
  };
}

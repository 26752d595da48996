import * as z from 'zod/mini';
import { leftNotes } from './safeStorage.ts';
import { type Change, kinds } from './writeQueue.ts';

/** The window's events and storage. */
export type Page = Pick<Window, 'addEventListener' | 'localStorage'>;

const inText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const inBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const SealedText = z.object({ iv: z.string(), ct: z.string() });
const Left = z.array(z.object({ kind: z.enum(kinds), id: z.string(), sealed: z.nullable(SealedText) }));

const leftBehind = (changes: readonly Change[]): z.infer<typeof Left> =>
  changes.map(({ kind, id, sealed }) => ({
    kind,
    id,
    sealed: sealed && { iv: inText(sealed.iv), ct: inText(new Uint8Array(sealed.ct)) },
  }));
const takenUp = (text: string): Change[] =>
  Left.parse(JSON.parse(text)).map(({ kind, id, sealed }) => ({
    kind,
    id,
    sealed: sealed && { iv: inBytes(sealed.iv), ct: inBytes(sealed.ct).buffer },
  }));

/** File bytes are too large for the journal. File metadata is always written after the bytes. */
const isSmall = ({ kind, sealed }: Change) => sealed === null || kind !== 'uploadBytes';

/**
 * Sealed writes that were not in IndexedDB when the page closed. Browsers drop IndexedDB transactions that have not
 * started by then, but store a web storage line synchronously. The next page that opens the vault applies them.
 */
export function createUnloadJournal(page: Page, owner: string, log: (what: string, detail: unknown) => void) {
  const prefix = `${leftNotes}${owner}:`;

  /** Empty where the browser has no web storage. */
  function names(): readonly string[] {
    try {
      const { localStorage: kept } = page;
      const all = Array.from(kept, (_, at) => kept.key(at) ?? '');
      return all.filter((name) => name.startsWith(prefix)).sort();
    } catch (cause) {
      log('what pages left behind cannot be looked for', cause);
      return [];
    }
  }
  function read(text: string | null): Change[] {
    try {
      return text === null ? [] : takenUp(text);
    } catch (cause) {
      log('what a page left behind cannot be read', cause);
      return [];
    }
  }
  return {
    leave(unfinished: readonly Change[]) {
      const changes = unfinished.filter(isSmall);
      try {
        const name = `${prefix}${Date.now()}:${crypto.randomUUID()}`;
        if (changes.length > 0) page.localStorage.setItem(name, JSON.stringify(leftBehind(changes)));
      } catch (cause) {
        log('what is unfinished could not be left behind', cause);
      }
    },
    isLeft: ({ key, newValue }: StorageEvent) => newValue !== null && key?.startsWith(prefix) === true,
    /**
     * Applies the journals of this person's closed pages, oldest first, and returns how many there were. If one fails,
     * rejects and leaves it in place.
     */
    async takeUp(carryOut: (name: string, changes: readonly Change[]) => Promise<void>): Promise<number> {
      let count = 0;
      for (let [name] = names(); name !== undefined; [name] = names()) {
        await carryOut(name.slice(prefix.length), read(page.localStorage.getItem(name)));
        page.localStorage.removeItem(name);
        count += 1;
      }
      return count;
    },
  };
}

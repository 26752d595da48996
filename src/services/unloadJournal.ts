import * as z from 'zod/mini';
import { leftNotes } from './leftNotes.ts';
import { type Change, kinds } from './writeQueue.ts';

/** The page as far as it can say that it goes, and keep something while it does. */
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

/** An attached file is too large for it; what is noted of a file is only ever written after its bytes. */
const isSmall = ({ kind, sealed }: Change) => sealed === null || kind !== 'uploadBytes';

/**
 * What a page has sealed and not yet written when it goes. A browser drops what IndexedDB has not begun by then, but
 * takes a line of web storage at once; whoever opens the vault next carries it out.
 */
export function createUnloadJournal(page: Page, owner: string, log: (what: string, detail: unknown) => void) {
  const prefix = `${leftNotes}${owner}:`;

  /** A browser without web storage has nothing in it. */
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
     * Carries out what pages of this person have left, the earliest first, and gives how many there were; rejects where
     * that fails, and it is still there.
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

import * as z from 'zod/mini';
import { unloadJournalPrefix } from './safeStorage.ts';
import { type Change, kinds } from './writeQueue.ts';

/** The window's events and storage. */
export type Page = Pick<Window, 'addEventListener' | 'localStorage'>;

const inText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const inBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const SealedText = z.object({ iv: z.string(), ct: z.string() });
/** The changes in one web storage entry. */
const JournalEntry = z.array(z.object({ kind: z.enum(kinds), id: z.string(), sealed: z.nullable(SealedText) }));

const encode = (changes: readonly Change[]): z.infer<typeof JournalEntry> =>
  changes.map(({ kind, id, sealed }) => ({
    kind,
    id,
    sealed: sealed && { iv: inText(sealed.iv), ct: inText(new Uint8Array(sealed.ct)) },
  }));
const decode = (text: string): Change[] =>
  JournalEntry.parse(JSON.parse(text)).map(({ kind, id, sealed }) => ({
    kind,
    id,
    sealed: sealed && { iv: inBytes(sealed.iv), ct: inBytes(sealed.ct).buffer },
  }));

/** File bytes are too large for the journal. File metadata is always written after the bytes. */
const isSmall = ({ kind, sealed }: Change) => sealed === null || kind !== 'uploadBytes';

/**
 * Sealed writes that were not in IndexedDB when the page closed. Browsers drop IndexedDB transactions that have not
 * started by then, but they write web storage synchronously. The next page that opens the vault applies them.
 */
export function createUnloadJournal(page: Page, owner: string, log: (what: string, detail: unknown) => void) {
  const prefix = `${unloadJournalPrefix}${owner}:`;

  /** Empty where the browser has no web storage. */
  function names(): readonly string[] {
    try {
      const { localStorage: kept } = page;
      const all = Array.from(kept, (_, at) => kept.key(at) ?? '');
      return all.filter((name) => name.startsWith(prefix)).sort();
    } catch (cause) {
      log('unload journals cannot be listed', cause);
      return [];
    }
  }
  /** Later than the journals that wait, also after the machine's clock was set back. */
  const nextTime = () =>
    names().reduce((time, name) => Math.max(time, Number.parseInt(name.slice(prefix.length), 10) + 1), Date.now());
  function read(text: string | null): Change[] {
    try {
      return text === null ? [] : decode(text);
    } catch (cause) {
      log('an unload journal cannot be read', cause);
      return [];
    }
  }
  return {
    write(unfinished: readonly Change[]) {
      const changes = unfinished.filter(isSmall);
      try {
        const name = `${prefix}${nextTime()}:${crypto.randomUUID()}`;
        if (changes.length > 0) page.localStorage.setItem(name, JSON.stringify(encode(changes)));
      } catch (cause) {
        log('the unload journal could not be written', cause);
      }
    },
    isJournalEvent: ({ key, newValue }: StorageEvent) => newValue !== null && key?.startsWith(prefix) === true,
    /**
     * Applies the journals of this person's closed pages, oldest first, and returns how many there were. If one fails,
     * rejects and leaves it in place.
     */
    async applyAll(apply: (name: string, changes: readonly Change[]) => Promise<void>): Promise<number> {
      let count = 0;
      for (let [name] = names(); name !== undefined; [name] = names()) {
        await apply(name.slice(prefix.length), read(page.localStorage.getItem(name)));
        page.localStorage.removeItem(name);
        count += 1;
      }
      return count;
    },
  };
}

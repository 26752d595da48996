import { setImmediate } from 'node:timers/promises';
import { type Bits, clearBit, createPostings, eachInWord, emptyBits, hasBit } from './postings.ts';
import { createSortedRuns } from './sortedRuns.ts';
import { eachGram, hasWord, nothing, type Part, type Text, type Typed, textOf, typedText } from './text.ts';

/** Something that can be found. */
export type Entry = {
  readonly id: string;
  /** Entries that answer equally well are found in the order of this text. */
  readonly sortKey: string;
  readonly fields: readonly (string | null)[];
  /** The places that have it; a search may be limited to one. */
  readonly places: readonly string[];
};

/** An entry as it is now, or the id of one that is not to be found any more. */
export type Change = Entry | { readonly id: string; readonly fields: null };

type Wanted = { readonly typed: string; readonly place?: string; readonly limit: number; readonly offset: number };
export type Found = { readonly ids: string[]; readonly total: number };
type Pause = () => Promise<void>;

/** The event loop is given back after so long. */
const sliceMs = 3;

/** Lets other work of the process go first whenever a slice of time is used up. */
function createSlices(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/**
 * Finds entries by any part of their fields, in memory. It answers as a filter over all of them would: grams tell which
 * entries may contain a text, and only those are read. Searches and changes give the event loop back every few
 * milliseconds; changes are applied one call at a time.
 */
export function createTextIndex() {
  const slots = new Map<string, number>();
  const ids: string[] = [];
  const texts: Record<keyof Text, string[]> = { narrow: [], wide: [] };
  const sortKeys: string[] = [];
  /** For each slot the number of its combination of places: there are few. */
  const placesOf: number[] = [];
  const combinations: string[][] = [];
  const combinationNumbers = new Map<string, number>();
  const postings = createPostings();

  const keyOf = (slot: number) => sortKeys[slot] ?? '';
  /** The slots of what can be found. */
  const order = createSortedRuns((a, b) => (keyOf(a) === keyOf(b) ? a < b : keyOf(a) < keyOf(b)));

  function combinationOf(places: readonly string[]): number {
    const key = [...places].sort().join(' ');
    const known = combinationNumbers.get(key);
    if (known !== undefined) return known;
    combinationNumbers.set(key, combinations.length);
    return combinations.push([...places]) - 1;
  }

  function slotOf(id: string): number {
    const known = slots.get(id);
    if (known !== undefined) return known;
    slots.set(id, ids.length);
    return ids.push(id) - 1;
  }

  function write(slot: number, text: Text): void {
    const before = { narrow: texts.narrow[slot] ?? '', wide: texts.wide[slot] ?? '' };
    eachGram(before, (gram) => postings.remove(gram, slot));
    eachGram(text, (gram) => postings.add(gram, slot));
    texts.narrow[slot] = text.narrow;
    texts.wide[slot] = text.wide;
  }

  /** Takes in what is new, changed or gone; each id once. */
  async function apply(changes: Iterable<Change>): Promise<void> {
    const pause = createSlices();
    const touched = new Set<number>();
    const fresh: number[] = [];
    for (const change of changes) {
      const known = slots.get(change.id);
      if (known !== undefined) touched.add(known);
      if (change.fields !== null) {
        const slot = slotOf(change.id);
        sortKeys[slot] = change.sortKey;
        placesOf[slot] = combinationOf(change.places);
        write(slot, textOf(change.fields));
        fresh.push(slot);
      } else if (known !== undefined) write(known, nothing);
      await pause();
    }
    order.remove(touched);
    order.add(fresh);
  }

  /** Leaves in `bits` only the slots for which it is so. */
  async function filter(bits: Bits, pause: Pause, isSo: (slot: number) => boolean): Promise<Bits> {
    for (let word = 0; word < bits.length; word += 1) {
      if (bits[word] === 0) continue;
      eachInWord(bits, word, (slot) => {
        if (!isSo(slot)) clearBit(bits, slot);
      });
      await pause();
    }
    return bits;
  }

  /** Of these slots those whose text contains the part. */
  async function having(part: Part, among: Bits, pause: Pause): Promise<Bits> {
    const bits = among.slice();
    for (const gram of part.grams) postings.keep(bits, gram);
    if (part.proves) return bits;
    const side = texts[part.side];
    return filter(bits, pause, (slot) => (side[slot] ?? '').includes(part.text));
  }

  /** Of the slots that contain what was typed those where a word begins with it; where a field does, a word does. */
  async function withWord({ whole, wordStarts }: Typed, contains: Bits, begins: Bits, pause: Pause): Promise<Bits> {
    const bits = contains.slice();
    if (wordStarts !== null) postings.keepAny(bits, wordStarts);
    if (wordStarts !== null && whole.text.length === 1) return bits;
    const side = texts[whole.side];
    return filter(bits, pause, (slot) => hasBit(begins, slot) || hasWord(side[slot] ?? '', whole.text));
  }

  /** For each way to answer, the best first, the slots that answer so or better. */
  async function answers(typed: Typed, pause: Pause): Promise<Bits[]> {
    const { whole, equal, start, words } = typed;
    const all = emptyBits(ids.length).fill(-1);
    const contains = await having(whole, all, pause);
    const begins = await having(start, contains, pause);
    const exact = await having(equal, begins, pause);
    const beginsWord = await withWord(typed, contains, begins, pause);
    const severalWords = whole.text.includes(' ');
    let inWords = severalWords ? all : contains;
    if (severalWords) for (const word of words) inWords = await having(word, inWords, pause);
    return [exact, begins, beginsWord, contains, inWords];
  }

  /** The ids of one page, those that answer best first, and how many answer in all. */
  async function search({ typed, place, limit, offset }: Wanted): Promise<Found> {
    const text = typedText(typed);
    const allowed = combinations.map((places) => place === undefined || places.includes(place));
    const everything = [emptyBits(ids.length).fill(-1)];
    const ways = text.whole.text === '' ? everything : await answers(text, createSlices());
    const found: number[][] = ways.map(() => []);
    let total = 0;
    const widest = ways.at(-1) ?? emptyBits(0);
    for (const slot of order.all()) {
      if (!hasBit(widest, slot) || !allowed[placesOf[slot] ?? -1]) continue;
      total += 1;
      let way = 0;
      while (!hasBit(ways[way] ?? widest, slot)) way += 1;
      found[way]?.push(slot);
    }
    const page = found.flat().slice(offset, offset + limit);
    return { ids: page.map((slot) => ids[slot] ?? ''), total };
  }

  return { apply, search };
}

export type TextIndex = ReturnType<typeof createTextIndex>;

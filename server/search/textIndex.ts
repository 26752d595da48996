import { setImmediate } from 'node:timers/promises';
import {
  type Bits,
  clearBit,
  countBits,
  createPostings,
  eachInWord,
  emptyBits,
  hasBit,
  setBit,
  slotsOf,
  withRoom,
} from './postings.ts';
import { createSortedRuns } from './sortedRuns.ts';
import { eachGram, emptyText, hasWord, type Part, parseQuery, type Query, type Text, textOf } from './text.ts';

/** A searchable entry. */
export type Entry = {
  readonly id: string;
  /** Entries of equal rank are sorted by this; an index with several orders has a key for each. */
  readonly sortKeys: readonly string[];
  readonly fields: readonly (string | null)[];
  /** The places of the entry; a search may be limited to one. */
  readonly places: readonly string[];
};

/** A new version of an entry, or the id of a removed one. */
export type Change = Entry | { readonly id: string; readonly fields: null };

type Wanted = {
  readonly typed: string;
  readonly place?: string;
  /** Which of the index's orders; the first one if not given. */
  readonly order?: number;
  readonly limit: number;
  readonly offset: number;
};
export type Found = { readonly ids: string[]; readonly total: number };
type Pause = () => Promise<void>;
/** One rank of matches: the candidates, and the test whether one matches. */
type Rank = { readonly bits: Bits; readonly matches: (slot: number) => boolean };

/** The longest time without yielding to the event loop. */
const sliceMs = 3;
/** Reading the clock takes time as well. */
const stepsBetweenPauses = 256;
/** Candidate sets up to this size are sorted; larger ones are walked in the order of all entries. */
const maxSorted = 500;

/** Yields to the event loop whenever the time slice is used up. */
function createPause(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/**
 * Finds entries by any part of their fields, in memory, with the results of a filter over all entries: grams select the
 * entries that may contain a text, and only those are compared. Searches and changes yield to the event loop every few
 * milliseconds. Only one call of `apply` may run at a time.
 */
export function createTextIndex(orderCount = 1) {
  const slots = new Map<string, number>();
  const ids: string[] = [];
  const texts: Record<keyof Text, string[]> = { narrow: [], wide: [] };
  /** The slots of the entries of each place. */
  const byPlace = new Map<string, Bits>();
  /** The slots of all entries that were not removed. */
  let present = emptyBits(0);
  const postings = createPostings();

  const orders = Array.from({ length: orderCount }, () => {
    const keys: string[] = [];
    const keyOf = (slot: number) => keys[slot] ?? '';
    const isBefore = (a: number, b: number) => (keyOf(a) === keyOf(b) ? a < b : keyOf(a) < keyOf(b));
    return { keys, isBefore, runs: createSortedRuns(isBefore) };
  });

  function insert(slot: number, places: readonly string[]): void {
    present = withRoom(present, ids.length);
    setBit(present, slot);
    for (const place of places) {
      const bits = withRoom(byPlace.get(place) ?? emptyBits(0), ids.length);
      setBit(bits, slot);
      byPlace.set(place, bits);
    }
  }

  function remove(slot: number): void {
    for (const bits of [present, ...byPlace.values()]) clearBit(bits, slot);
  }

  function slotOf(id: string): number {
    const known = slots.get(id);
    if (known !== undefined) return known;
    slots.set(id, ids.length);
    return ids.push(id) - 1;
  }

  function replaceText(slot: number, text: Text): void {
    const before = { narrow: texts.narrow[slot] ?? '', wide: texts.wide[slot] ?? '' };
    eachGram(before, (gram) => postings.remove(gram, slot));
    eachGram(text, (gram) => postings.add(gram, slot));
    texts.narrow[slot] = text.narrow;
    texts.wide[slot] = text.wide;
  }

  /** Applies new, changed and removed entries; each id at most once per call. */
  async function apply(changes: Iterable<Change>): Promise<void> {
    const pause = createPause();
    const changedSlots = new Set<number>();
    const added: number[] = [];
    for (const change of changes) {
      const known = slots.get(change.id);
      if (known !== undefined) {
        changedSlots.add(known);
        remove(known);
      }
      if (change.fields !== null) {
        const slot = slotOf(change.id);
        for (const [at, { keys }] of orders.entries()) keys[slot] = change.sortKeys[at] ?? '';
        replaceText(slot, textOf(change.fields));
        insert(slot, change.places);
        added.push(slot);
      } else if (known !== undefined) replaceText(known, emptyText);
      await pause();
    }
    for (const { runs } of orders) {
      runs.remove(changedSlots);
      runs.add([...added]);
    }
  }

  /** The slots among these whose text contains the part. */
  async function containing({ text, side, grams, proves }: Part, among: Bits, pause: Pause): Promise<Bits> {
    const bits = among.slice();
    for (const gram of grams) postings.intersect(bits, gram);
    if (proves) return bits;
    for (let word = 0; word < bits.length; word += 1) {
      if (bits[word] === 0) continue;
      eachInWord(bits, word, (slot) => {
        if (!texts[side][slot]?.includes(text)) clearBit(bits, slot);
      });
      await pause();
    }
    return bits;
  }

  /** The ranks of entries that match the query, the best first. */
  function ranksOf({ whole, equal, start, wordStarts }: Query, contains: Bits, all: Bits): Rank[] {
    const rankOf = ({ text, side, grams, proves }: Part): Rank => {
      const bits = contains.slice();
      for (const gram of grams) postings.intersect(bits, gram);
      return { bits, matches: (slot) => proves || texts[side][slot]?.includes(text) === true };
    };
    const words = contains.slice();
    if (wordStarts !== null) postings.intersectAny(words, wordStarts);
    const proves = wordStarts !== null && whole.text.length === 1;
    const startsWord = (slot: number) => proves || hasWord(texts[whole.side][slot] ?? '', whole.text);
    const always = () => true;
    const rest = [contains, all].map((bits) => ({ bits, matches: always }));
    return [rankOf(equal), rankOf(start), { bits: words, matches: startsWord }, ...rest];
  }

  /** The first matches of a rank in sort order. */
  async function firstOf({ bits, matches }: Rank, order: number, wanted: number, pause: Pause): Promise<number[]> {
    const isSmall = countBits(bits) <= maxSorted;
    const found: number[] = [];
    const by = orders[order];
    if (by === undefined) throw new RangeError(`the index has no order ${order}`);
    const sorted = isSmall ? slotsOf(bits).sort((a, b) => (by.isBefore(a, b) ? -1 : 1)) : by.runs.all();
    for (const [at, slot] of sorted.entries()) {
      if (found.length >= wanted) break;
      if (hasBit(bits, slot) && matches(slot)) found.push(slot);
      if (at % stepsBetweenPauses === 0) await pause();
    }
    return found;
  }

  /** The ids of one page, the best matches first, and the total number of matches. */
  async function search({ typed, place, order = 0, limit, offset }: Wanted): Promise<Found> {
    const pause = createPause();
    const query = parseQuery(typed);
    const { whole, words } = query;
    const candidates = emptyBits(ids.length);
    candidates.set((place === undefined ? present : byPlace.get(place))?.subarray(0, candidates.length) ?? []);
    const contains = await containing(whole, candidates, pause);
    let all = whole.text.includes(' ') ? candidates : contains;
    if (whole.text.includes(' ')) for (const word of words) all = await containing(word, all, pause);
    const total = countBits(all);
    const ranks = whole.text === '' ? [{ bits: candidates, matches: () => true }] : ranksOf(query, contains, all);
    const found: number[] = [];
    for (const rank of ranks) {
      // Entries of better ranks are all in `found` by now.
      for (const slot of found) clearBit(rank.bits, slot);
      found.push(...(await firstOf(rank, order, offset + limit - found.length, pause)));
      if (found.length >= offset + limit) break;
    }
    return { ids: found.slice(offset).map((slot) => ids[slot] ?? ''), total };
  }

  return { apply, search };
}

export type TextIndex = ReturnType<typeof createTextIndex>;

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
/** Entries that may answer in some way, and whether one does. */
type Way = { readonly bits: Bits; readonly isSo: (slot: number) => boolean };

/** The event loop is given back after so long. */
const sliceMs = 3;
/** Looking at the clock, too, takes time. */
const stepsBetweenPauses = 256;
/** Of a set that is no larger all are sorted; of a larger one the first are found in the order of all. */
const sortedAtOnce = 500;

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
  /** For each place the slots of what it has. */
  const placed = new Map<string, Bits>();
  /** The slots of what can be found. */
  let present = emptyBits(0);
  const postings = createPostings();

  const keyOf = (slot: number) => sortKeys[slot] ?? '';
  /** The same, sorted. */
  const isBefore = (a: number, b: number) => (keyOf(a) === keyOf(b) ? a < b : keyOf(a) < keyOf(b));
  const order = createSortedRuns(isBefore);

  function put(slot: number, places: readonly string[]): void {
    present = withRoom(present, ids.length);
    setBit(present, slot);
    for (const place of places) {
      const bits = withRoom(placed.get(place) ?? emptyBits(0), ids.length);
      setBit(bits, slot);
      placed.set(place, bits);
    }
  }

  function take(slot: number): void {
    for (const bits of [present, ...placed.values()]) clearBit(bits, slot);
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
      if (known !== undefined) {
        touched.add(known);
        take(known);
      }
      if (change.fields !== null) {
        const slot = slotOf(change.id);
        sortKeys[slot] = change.sortKey;
        write(slot, textOf(change.fields));
        put(slot, change.places);
        fresh.push(slot);
      } else if (known !== undefined) write(known, nothing);
      await pause();
    }
    order.remove(touched);
    order.add(fresh);
  }

  /** Of these slots those whose text contains the part. */
  async function having({ text, side, grams, proves }: Part, among: Bits, pause: Pause): Promise<Bits> {
    const bits = among.slice();
    for (const gram of grams) postings.keep(bits, gram);
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

  /** The ways in which entries that contain what was typed can answer, the best first. */
  function waysOf({ whole, equal, start, wordStarts }: Typed, contains: Bits, all: Bits): Way[] {
    const wayOf = ({ text, side, grams, proves }: Part): Way => {
      const bits = contains.slice();
      for (const gram of grams) postings.keep(bits, gram);
      return { bits, isSo: (slot) => proves || texts[side][slot]?.includes(text) === true };
    };
    const words = contains.slice();
    if (wordStarts !== null) postings.keepAny(words, wordStarts);
    const proves = wordStarts !== null && whole.text.length === 1;
    const startsWord = (slot: number) => proves || hasWord(texts[whole.side][slot] ?? '', whole.text);
    const always = () => true;
    const rest = [contains, all].map((bits) => ({ bits, isSo: always }));
    return [wayOf(equal), wayOf(start), { bits: words, isSo: startsWord }, ...rest];
  }

  /** The first slots of a set in their order for which it is so, as many as are wanted. */
  async function firstOf({ bits, isSo }: Way, wanted: number, pause: Pause): Promise<number[]> {
    const isFew = countBits(bits) <= sortedAtOnce;
    const found: number[] = [];
    const sorted = isFew ? slotsOf(bits).sort((a, b) => (isBefore(a, b) ? -1 : 1)) : order.all();
    for (const [at, slot] of sorted.entries()) {
      if (found.length >= wanted) break;
      if (hasBit(bits, slot) && isSo(slot)) found.push(slot);
      if (at % stepsBetweenPauses === 0) await pause();
    }
    return found;
  }

  /** The ids of one page, those that answer best first, and how many answer in all. */
  async function search({ typed, place, limit, offset }: Wanted): Promise<Found> {
    const pause = createSlices();
    const text = typedText(typed);
    const { whole, words } = text;
    const there = emptyBits(ids.length);
    there.set((place === undefined ? present : placed.get(place))?.subarray(0, there.length) ?? []);
    const contains = await having(whole, there, pause);
    let all = whole.text.includes(' ') ? there : contains;
    if (whole.text.includes(' ')) for (const word of words) all = await having(word, all, pause);
    const total = countBits(all);
    const ways = whole.text === '' ? [{ bits: there, isSo: () => true }] : waysOf(text, contains, all);
    const found: number[] = [];
    for (const way of ways) {
      // What is not yet enough holds all that answer better.
      for (const slot of found) clearBit(way.bits, slot);
      found.push(...(await firstOf(way, offset + limit - found.length, pause)));
      if (found.length >= offset + limit) break;
    }
    return { ids: found.slice(offset).map((slot) => ids[slot] ?? ''), total };
  }

  return { apply, search };
}

export type TextIndex = ReturnType<typeof createTextIndex>;

/** A set of slots, one bit each. */
export type Bits = Uint32Array;

export const emptyBits = (slots: number): Bits => new Uint32Array((slots + 31) >>> 5);

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
}

export const hasBit = (bits: Bits, slot: number): boolean => ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;

/** The set, or a larger copy with room for so many slots and some spare, so that few additions copy it. */
export function withRoom(bits: Bits, slots: number): Bits {
  if (bits.length * 32 >= slots) return bits;
  const larger = emptyBits(Math.ceil(slots * 1.1));
  larger.set(bits);
  return larger;
}

const andBits = (bits: Bits, others: Bits): void => {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
};

/** The number of slots in a set. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Calls `visit` for every slot of a set within one word of 32. */
export function eachInWord(bits: Bits, word: number, visit: (slot: number) => void): void {
  for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest));
}

/** The slots of a set. */
export function slotsOf(bits: Bits): number[] {
  const slots: number[] = [];
  for (let word = 0; word < bits.length; word += 1) eachInWord(bits, word, (slot) => slots.push(slot));
  return slots;
}

/** Lists longer than this fraction of the slots take more memory than a bit set. */
const maxListShare = 1 / 32;

/** The slots of each gram: a list for rare grams, a bit set for others. Slots may be added in any order. */
export function createPostings() {
  const lists = new Map<number, number[]>();
  const sets = new Map<number, Bits>();
  let slots = 0;

  function setOf(gram: number): Bits {
    const set = withRoom(sets.get(gram) ?? emptyBits(0), slots);
    sets.set(gram, set);
    return set;
  }

  function convertToSet(gram: number, list: readonly number[]): void {
    lists.delete(gram);
    const set = setOf(gram);
    for (const slot of list) setBit(set, slot);
  }

  /** Removes from `bits` the slots without the gram. */
  function intersect(bits: Bits, gram: number): void {
    const set = sets.get(gram);
    if (set) {
      andBits(bits, set);
      return;
    }
    const matching = (lists.get(gram) ?? []).filter((slot) => hasBit(bits, slot));
    bits.fill(0);
    for (const slot of matching) setBit(bits, slot);
  }

  return {
    add(gram: number, slot: number): void {
      slots = Math.max(slots, slot + 1);
      const list = lists.get(gram);
      if (sets.has(gram)) setBit(setOf(gram), slot);
      else if (list === undefined) lists.set(gram, [slot]);
      else if (list.at(-1) !== slot) list.push(slot);
      if (list !== undefined && list.length > Math.max(32, slots * maxListShare)) convertToSet(gram, list);
    },
    remove(gram: number, slot: number): void {
      const set = sets.get(gram);
      if (set) clearBit(set, slot);
      const left = lists.get(gram)?.filter((one) => one !== slot) ?? [];
      if (left.length > 0) lists.set(gram, left);
      else lists.delete(gram);
    },
    intersect,
    /** Removes from `bits` the slots with none of the grams. */
    intersectAny(bits: Bits, grams: readonly number[]): void {
      const any = emptyBits(bits.length * 32);
      for (const gram of grams) {
        for (const slot of lists.get(gram) ?? []) setBit(any, slot);
        for (const [word, value] of sets.get(gram)?.entries() ?? []) any[word] = (any[word] ?? 0) | value;
      }
      andBits(bits, any);
    },
  };
}

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

/** The set, or a copy that has room for so many slots and some more, so that few additions have to copy it. */
export function withRoom(bits: Bits, slots: number): Bits {
  if (bits.length * 32 >= slots) return bits;
  const larger = emptyBits(Math.ceil(slots * 1.1));
  larger.set(bits);
  return larger;
}

const andBits = (bits: Bits, others: Bits): void => {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
};

/** How many slots a set has. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Calls `visit` for every slot of a set whose word of 32 is this one. */
export function eachInWord(bits: Bits, word: number, visit: (slot: number) => void): void {
  for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest));
}

/** The slots of a set. */
export function slotsOf(bits: Bits): number[] {
  const slots: number[] = [];
  for (let word = 0; word < bits.length; word += 1) eachInWord(bits, word, (slot) => slots.push(slot));
  return slots;
}

/** A list that is longer than this part of a set's bits takes more memory than the bits. */
const longestList = 1 / 32;

/**
 * Which slots have which gram: a sorted list for a gram that few have, bits for the others. Slots are added in any order.
 */
export function createPostings() {
  const lists = new Map<number, number[]>();
  const sets = new Map<number, Bits>();
  let slots = 0;

  function setOf(gram: number): Bits {
    const set = withRoom(sets.get(gram) ?? emptyBits(0), slots);
    sets.set(gram, set);
    return set;
  }

  function toSet(gram: number, list: readonly number[]): void {
    lists.delete(gram);
    const set = setOf(gram);
    for (const slot of list) setBit(set, slot);
  }

  /** Leaves in `bits` only the slots that have the gram. */
  function keep(bits: Bits, gram: number): void {
    const set = sets.get(gram);
    if (set) {
      andBits(bits, set);
      return;
    }
    const kept = (lists.get(gram) ?? []).filter((slot) => hasBit(bits, slot));
    bits.fill(0);
    for (const slot of kept) setBit(bits, slot);
  }

  return {
    add(gram: number, slot: number): void {
      slots = Math.max(slots, slot + 1);
      const list = lists.get(gram);
      if (sets.has(gram)) setBit(setOf(gram), slot);
      else if (list === undefined) lists.set(gram, [slot]);
      else if (list.at(-1) !== slot) list.push(slot);
      if (list !== undefined && list.length > Math.max(32, slots * longestList)) toSet(gram, list);
    },
    remove(gram: number, slot: number): void {
      const set = sets.get(gram);
      if (set) clearBit(set, slot);
      const left = lists.get(gram)?.filter((one) => one !== slot) ?? [];
      if (left.length > 0) lists.set(gram, left);
      else lists.delete(gram);
    },
    keep,
    /** Leaves in `bits` only the slots that have one of the grams. */
    keepAny(bits: Bits, grams: readonly number[]): void {
      const any = emptyBits(bits.length * 32);
      for (const gram of grams) {
        for (const slot of lists.get(gram) ?? []) setBit(any, slot);
        for (const [word, value] of sets.get(gram)?.entries() ?? []) any[word] = (any[word] ?? 0) | value;
      }
      andBits(bits, any);
    },
  };
}

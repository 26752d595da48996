/** Random bits and the time, from outside: the only two things a new id depends on. */
export type IdSource = { readonly now: () => number; readonly randomBytes: (length: number) => Uint8Array };

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Makes UUIDs of version 7 (RFC 9562, section 6.2, method 1): sorted as text they stand in the order in which they were
 * made, also within one millisecond and when the clock is set back.
 */
export function uuidv7({ now, randomBytes }: IdSource): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const random = randomBytes(10);
    const ms = Math.max(now(), lastMs);
    counter = ms === lastMs ? counter + 1 : ((random[0] ?? 0) << 3) | ((random[1] ?? 0) & 7);
    // Twelve bits: a full counter borrows the next millisecond.
    lastMs = counter > 0xfff ? ms + 1 : ms;
    if (counter > 0xfff) counter = 0;
    const time = lastMs.toString(16).padStart(12, '0');
    const sequence = counter.toString(16).padStart(3, '0');
    const variant = (((random[2] ?? 0) & 0x3f) | 0x80).toString(16);
    const rest = hex(random.subarray(3, 10));
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`;
  };
}

/** The id as it is, or moved to the millisecond after another one that it has to follow: the clock may have been set back since. */
export function following(id: string, other: string): string {
  if (id > other) return id;
  const ms = Number.parseInt(other.slice(0, 8) + other.slice(9, 13), 16) + 1;
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
}

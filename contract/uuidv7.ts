/** The inputs of id generation: random bits and the time. */
export type IdSource = { readonly now: () => number; readonly randomBytes: (length: number) => Uint8Array };

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Generates UUIDs of version 7 (RFC 9562, section 6.2, method 1). Sorted as text they are in order of creation, even
 * within one millisecond and when the clock is set back.
 */
export function uuidv7({ now, randomBytes }: IdSource): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const random = randomBytes(10);
    const ms = Math.max(now(), lastMs);
    counter = ms === lastMs ? counter + 1 : ((random[0] ?? 0) << 3) | ((random[1] ?? 0) & 7);
    // The counter has twelve bits: when full, it borrows the next millisecond.
    lastMs = counter > 0xfff ? ms + 1 : ms;
    if (counter > 0xfff) counter = 0;
    const time = lastMs.toString(16).padStart(12, '0');
    const sequence = counter.toString(16).padStart(3, '0');
    const variant = (((random[2] ?? 0) & 0x3f) | 0x80).toString(16);
    const rest = hex(random.subarray(3, 10));
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`;
  };
}

/**
 * The id itself, or moved to the millisecond after `other` if the clock was set back since and the id would precede it.
 */
export function following(id: string, other: string): string {
  if (id > other) return id;
  const ms = Number.parseInt(other.slice(0, 8) + other.slice(9, 13), 16) + 1;
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
}

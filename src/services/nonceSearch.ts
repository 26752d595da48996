const rotations = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of a root of the first primes, as FIPS 180-4 defines SHA-256's constants. */
function constantsOf(root: (prime: number) => number, count: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const rounds = constantsOf(Math.cbrt, 64);
const start = constantsOf(Math.sqrt, 8);
const words = new Uint32Array(64);

/** Adds one block of 64 bytes, which is in the first sixteen words, to a SHA-256 state. */
function compress(state: Uint32Array): void {
  const at = (n: number) => words[n] as number;
  for (let n = 16; n < 64; n++) {
    const [early, late] = [at(n - 15), at(n - 2)];
    const small = rotations(early, 7) ^ rotations(early, 18) ^ (early >>> 3);
    words[n] = at(n - 16) + small + at(n - 7) + (rotations(late, 17) ^ rotations(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const choice = (rotations(e, 6) ^ rotations(e, 11) ^ rotations(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + choice + (rounds[n] as number) + at(n)) | 0;
    const two = ((rotations(a, 2) ^ rotations(a, 13) ^ rotations(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] as number) + word;
}

/** The first 32 bits of the SHA-256 of an ASCII text. WebCrypto answers each hash later, which is ten times slower. */
export function firstWordOf(text: string): number {
  const state = Uint32Array.from(start);
  const blocks = Math.ceil((text.length + 9) / 64);
  for (let block = 0; block < blocks; block++) {
    words.fill(0, 0, 16);
    const from = block * 64;
    for (let n = from; n <= text.length && n < from + 64; n++) {
      const byte = n === text.length ? 0x80 : text.charCodeAt(n);
      const word = (n - from) >> 2;
      words[word] = (words[word] as number) | (byte << (24 - 8 * (n & 3)));
    }
    if (block === blocks - 1) words[15] = text.length * 8;
    compress(state);
  }
  return state[0] as number;
}

/** Searches a nonce whose hash with the challenge begins with so many zero bits; null if none is among these. */
export function searchNonce(challenge: string, bits: number, from: number, to: number): string | null {
  for (let nonce = from; nonce < to; nonce++)
    if (firstWordOf(`${challenge}:${nonce}`) >>> (32 - bits) === 0) return String(nonce);
  return null;
}

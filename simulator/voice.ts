import type { Chance } from './chance.ts';

const rate = 8_000;
const headBytes = 44;

type Vowel = readonly [low: number, high: number];

/** Formants in hertz of an open and a narrow vowel. */
const vowels: readonly [Vowel, ...Vowel[]] = [
  [730, 1_090],
  [570, 840],
  [270, 2_290],
  [300, 870],
  [530, 1_840],
];

const wave = (bytes: number) => {
  const head = Buffer.alloc(headBytes);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(headBytes - 8 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
};

/** Swells and fades within a syllable, and is silent between words. */
const loudness = (place: number) => (place > 0.85 ? 0 : Math.sin((place / 0.85) * Math.PI) ** 0.6);

/** A few seconds of murmuring as a small sound file: vowel syllables in a random voice. */
export function recordMurmur(chance: Chance): { bytes: Buffer; durationS: number } {
  const syllables = 8 + Math.floor(chance.next() * 14);
  const pitch = chance.between(95, 220);
  const samples: number[] = [];
  for (let n = 0; n < syllables; n += 1) {
    const [low, high] = chance.pick(vowels);
    const isPause = n > 0 && chance.happens(0.15);
    const length = Math.round(rate * chance.between(0.14, 0.26));
    const tone = pitch * chance.between(0.9, 1.12);
    for (let at = 0; at < length; at += 1) {
      const second = at / rate;
      const voice = Math.sin(2 * Math.PI * tone * second) + 0.5 * Math.sin(4 * Math.PI * tone * second);
      const colour = 0.4 * Math.sin(2 * Math.PI * low * second) + 0.2 * Math.sin(2 * Math.PI * high * second);
      const strength = isPause ? 0 : loudness(at / length) * 38;
      samples.push(Math.round(128 + strength * (voice + colour) * 0.7));
    }
  }
  const bytes = Buffer.concat([wave(samples.length), Buffer.from(samples)]);
  return { bytes, durationS: Math.round((samples.length / rate) * 10) / 10 };
}

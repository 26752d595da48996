import { ecb } from '@noble/ciphers/aes.js';
import type { Api } from '../../contract/catalogue.ts';
import { type Puzzle, pointText } from '../domain/puzzle.ts';
import { findNonce } from './proofOfWork.ts';

/** AES-128-ECB with PKCS#7, base64, as AJ-Captcha requires; plain text where the platform sent no key. */
export async function sealed(text: string, secretKey: string): Promise<string> {
  if (secretKey === '') return text;
  const bytes = new TextEncoder();
  return btoa(String.fromCharCode(...ecb(bytes.encode(secretKey)).encrypt(bytes.encode(text))));
}

/** Loads slider puzzles and checks solutions. A proof is valid for one sign-in or one SMS. */
export type Puzzles = {
  /** Null if the platform has no puzzle. */
  load(signal: AbortSignal): Promise<Puzzle | null>;
  /** The proof, or null if the piece does not fit. Each puzzle allows one attempt. */
  solve(puzzle: Puzzle, x: number, signal: AbortSignal): Promise<string | null>;
};

const isDone = (repCode: string) => repCode === '0000';

/** The work of each puzzle goes on while its person moves the piece. */
const work = new WeakMap<Puzzle, Promise<string>>();
let current: AbortController | null = null;

async function beginWork(puzzle: Puzzle): Promise<void> {
  current?.abort();
  if (puzzle.bits === 0) return;
  current = new AbortController();
  const { signal } = current;
  const nonce = findNonce(puzzle.token, puzzle.bits, signal);
  // Fails where a newer puzzle replaced this one.
  nonce.catch(() => null);
  work.set(puzzle, nonce);
}

export function createPuzzles(api: Pick<Api, 'getCaptcha' | 'checkCaptcha'>, now: () => number): Puzzles {
  return {
    async load(signal) {
      const answer = await api.getCaptcha({ captchaType: 'blockPuzzle', ts: now() }, { signal, quiet: true });
      if (!answer.ok || !isDone(answer.data.repCode) || !answer.data.repData) return null;
      const { token, secretKey, originalImageBase64, jigsawImageBase64, bits = 0 } = answer.data.repData;
      const pictures = { picture: originalImageBase64, piece: jigsawImageBase64 };
      const puzzle = { token, secretKey: secretKey ?? '', ...pictures, bits };
      await beginWork(puzzle);
      return puzzle;
    },
    async solve(puzzle, x, signal) {
      const { token, secretKey } = puzzle;
      const point = pointText(x);
      const nonce = await work.get(puzzle);
      const asked = { captchaType: 'blockPuzzle', token, pointJson: await sealed(point, secretKey), nonce } as const;
      const answer = await api.checkCaptcha(asked, { signal, quiet: true });
      const fits = answer.ok && isDone(answer.data.repCode) && answer.data.repData?.result === true;
      return fits ? await sealed(`${token}---${point}`, secretKey) : null;
    },
  };
}

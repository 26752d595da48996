import { createCipheriv, createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { checkCaptcha, getCaptcha } from '../../contract/http/auth.ts';
import { captcha } from '../../server/db/schema/sessions.ts';
import type { ServedPlatform } from './servedPlatform.ts';

export type Puzzle = {
  originalImageBase64: string;
  jigsawImageBase64: string;
  token: string;
  secretKey: string;
  bits: number;
};

export function encrypt(text: string, key: string) {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

/** A puzzle as a browser gets it, and the position of its gap. */
export async function newPuzzle(platform: ServedPlatform, ip?: string) {
  const asking = ip === undefined ? {} : { ip };
  const { repData } = (await platform.call(getCaptcha, { captchaType: 'blockPuzzle' }, asking)) as unknown as {
    repData: Puzzle;
  };
  const [kept] = await platform.db.select().from(captcha).where(eq(captcha.token, repData.token));
  return { ...repData, x: kept?.x ?? 0 };
}

/** The nonce of the work that a puzzle costs. */
export function workOf({ token, bits }: Pick<Puzzle, 'token' | 'bits'>): string {
  for (let nonce = 0; ; nonce++) {
    const digest = createHash('sha256').update(`${token}:${nonce}`).digest();
    if (bits === 0 || digest.readUInt32BE() >>> (32 - bits) === 0) return String(nonce);
  }
}

/** The platform's reply to an answer. */
export async function answerPuzzle(
  platform: ServedPlatform,
  { token, secretKey, bits }: Puzzle,
  point: string,
  ip?: string,
  nonce = workOf({ token, bits }),
): Promise<string> {
  const asking = ip === undefined ? {} : { ip };
  const pointJson = encrypt(point, secretKey);
  const reply = await platform.call(checkCaptcha, { captchaType: 'blockPuzzle', token, pointJson, nonce }, asking);
  return (reply as unknown as { repCode: string }).repCode;
}

/** The proof of a puzzle solved at the first attempt. */
export async function solvedPuzzle(platform: ServedPlatform, ip?: string): Promise<string> {
  const shown = await newPuzzle(platform, ip);
  const point = JSON.stringify({ x: shown.x, y: 5 });
  const said = await answerPuzzle(platform, shown, point, ip);
  if (said !== '0000') throw new Error(`the puzzle was not solved: ${said}`);
  return encrypt(`${shown.token}---${point}`, shown.secretKey);
}

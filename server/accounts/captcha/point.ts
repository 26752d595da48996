import { createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { puzzleY } from './puzzle.ts';

const tolerance = 5;
const Point = z.object({ x: z.int(), y: z.int() });

/** AJ-Captcha's cipher: AES-128-ECB with a key of 16 characters, as base64. */
export function encrypt(text: string, key: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

function decrypt(text: string, key: string): string | null {
  try {
    const cipher = createDecipheriv('aes-128-ecb', key, null);
    return cipher.update(text, 'base64', 'utf8') + cipher.final('utf8');
  } catch {
    return null;
  }
}

function pointOf(json: string): z.infer<typeof Point> | null {
  try {
    return Point.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** The plain text of a right answer, or null. The exact text is needed, because the ticket is derived from it. */
export function decryptSolution(answer: string, key: string, x: number): string | null {
  const plain = decrypt(answer, key);
  const point = plain === null ? null : pointOf(plain);
  return point && point.y === puzzleY && Math.abs(point.x - x) <= tolerance ? plain : null;
}

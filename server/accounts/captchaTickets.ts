import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { isUsableUntil } from '../db/elapsed.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { captcha, ticket } from '../db/schema/sessions.ts';
import { decryptSolution, encrypt } from './captcha/point.ts';
import { hashOf, newSecret } from './tokens.ts';
import { zeroBitsOf } from './workProof.ts';

const puzzleMs = 120_000;
/** How long the ticket of each purpose can be redeemed. */
const ticketMs = { captcha: 180_000, mobile: 10 * 60_000 } as const;
type Purpose = keyof typeof ticketMs;

/** The token of a puzzle ends with the bits of work that it costs, so a client cannot lower them. */
const bitsOf = (token: string) => Number(/\.(\d+)$/.exec(token)?.[1] ?? 0);

const isWorkDone = (token: string, nonce: string) =>
  zeroBitsOf(createHash('sha256').update(`${token}:${nonce}`).digest()) >= bitsOf(token);

/** Stores a puzzle. Its token and key go to the browser; its solution stays here. */
export async function storePuzzle(
  store: HospitalStore,
  { x, bits }: { x: number; bits: number },
  at: number,
): Promise<{ token: string; secretKey: string }> {
  const [secret, secretKey] = [newSecret(), randomBytes(8).toString('hex')];
  const token = bits === 0 ? secret : `${secret}.${bits}`;
  await store.add(captcha, { token, x, secretKey, expireTime: at + puzzleMs });
  return { token, secretKey };
}

/**
 * Checks an answer and its work. The first answer consumes the puzzle, right or wrong; a right one creates a ticket for one
 * sign-in.
 */
export async function solvePuzzle(
  store: HospitalStore,
  { token, pointJson, nonce = '' }: { token: string; pointJson: string; nonce?: string | undefined },
  at: number,
): Promise<'solved' | 'missed' | 'gone'> {
  const [puzzle] = await store.remove(captcha, eq(captcha.token, token));
  if (!puzzle || !isUsableUntil(puzzle.expireTime, at, puzzleMs)) return 'gone';
  const plain = decryptSolution(pointJson, puzzle.secretKey, puzzle.x);
  if (plain === null || !isWorkDone(token, nonce)) return 'missed';
  await storeTicket(store, 'captcha', String(bitsOf(token)), encrypt(`${token}---${plain}`, puzzle.secretKey), at);
  return 'solved';
}

/** Stores a ticket that can be redeemed once. */
export async function storeTicket(store: HospitalStore, purpose: Purpose, subject: string, secret: string, at: number) {
  await store.add(ticket, { hash: hashOf(secret), purpose, subject, expireTime: at + ticketMs[purpose] });
}

/** Redeems the ticket of a puzzle; false when it is unknown, expired, already redeemed, or its puzzle cost too little. */
export async function redeemPuzzle(
  store: HospitalStore,
  secret: string,
  minBits: number,
  at: number,
): Promise<boolean> {
  const mine = and(eq(ticket.hash, hashOf(secret)), eq(ticket.purpose, 'captcha'));
  const [redeemed] = await store.remove(ticket, mine);
  if (!redeemed || !isUsableUntil(redeemed.expireTime, at, ticketMs.captcha)) return false;
  return Number(redeemed.subject) >= minBits;
}

/** Redeems a ticket; false when it is unknown, for another purpose, expired, or already redeemed. */
export async function redeemTicket(
  store: HospitalStore,
  purpose: Purpose,
  subject: string,
  secret: string,
  at: number,
): Promise<boolean> {
  const mine = and(eq(ticket.hash, hashOf(secret)), eq(ticket.purpose, purpose), eq(ticket.subject, subject));
  const [redeemed] = await store.remove(ticket, mine);
  return redeemed !== undefined && isUsableUntil(redeemed.expireTime, at, ticketMs[purpose]);
}

/** Removes expired puzzles and tickets. */
export async function removeExpiredTickets(database: Database, at: number): Promise<void> {
  const db = platformWide(database);
  await db.delete(captcha).where(lte(captcha.expireTime, at));
  await db.delete(ticket).where(lte(ticket.expireTime, at));
}

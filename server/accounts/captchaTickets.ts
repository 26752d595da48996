import { randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { captcha, ticket } from '../db/schema/sessions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { decryptSolution, encrypt } from './captcha/point.ts';
import { hashOf, newSecret } from './tokens.ts';

const puzzleMs = 120_000;
const ticketMs = 180_000;

/** Stores a puzzle. Its token and key go to the browser; its solution stays here. */
export async function storePuzzle(
  store: Tenanted,
  x: number,
  at: number,
): Promise<{ token: string; secretKey: string }> {
  const [token, secretKey] = [newSecret(), randomBytes(8).toString('hex')];
  await store.add(captcha, { token, x, secretKey, expireTime: at + puzzleMs });
  return { token, secretKey };
}

/** Checks an answer. The first answer consumes the puzzle, right or wrong; a right one creates a ticket for one sign-in. */
export async function solvePuzzle(
  store: Tenanted,
  { token, pointJson }: { token: string; pointJson: string },
  at: number,
): Promise<'solved' | 'missed' | 'gone'> {
  const [puzzle] = await store.remove(captcha, eq(captcha.token, token));
  if (!puzzle || puzzle.expireTime <= at) return 'gone';
  const plain = decryptSolution(pointJson, puzzle.secretKey, puzzle.x);
  if (plain === null) return 'missed';
  await storeTicket(store, 'captcha', '', encrypt(`${token}---${plain}`, puzzle.secretKey), at + ticketMs);
  return 'solved';
}

/** Stores a ticket that can be redeemed once. */
export async function storeTicket(
  store: Tenanted,
  purpose: string,
  subject: string,
  secret: string,
  expireTime: number,
) {
  await store.add(ticket, { hash: hashOf(secret), purpose, subject, expireTime });
}

/** Redeems a ticket; false when it is unknown, for another purpose, expired, or already redeemed. */
export async function redeemTicket(
  store: Tenanted,
  purpose: string,
  subject: string,
  secret: string,
  at: number,
): Promise<boolean> {
  const mine = and(eq(ticket.hash, hashOf(secret)), eq(ticket.purpose, purpose), eq(ticket.subject, subject));
  return (await store.remove(ticket, mine, gt(ticket.expireTime, at))).length === 1;
}

/** Removes expired puzzles and tickets. */
export async function removeExpiredTickets(database: Database, at: number): Promise<void> {
  const db = platformWide(database);
  await db.delete(captcha).where(lte(captcha.expireTime, at));
  await db.delete(ticket).where(lte(ticket.expireTime, at));
}

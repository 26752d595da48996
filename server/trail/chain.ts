import { createHmac, hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { canonicalJson } from '../db/canonicalJson.ts';
import { letterOf, type TrailKind } from './kinds.ts';

/** A stored trail row as the chain covers it. */
export type SealedRow = { id: string; hospitalId: string; time: number; kind: TrailKind; hash: string };

/** The covered columns, in the order in which they are hashed. The id is bound by the seal. */
const covered = [
  ...['tenant_id', 'time', 'user_type', 'user_id', 'session_id', 'action', 'entity', 'entity_id'],
  ...['patient_id', 'patient_ids', 'purpose', 'call', 'outcome', 'ip', 'device', 'request_id', 'daily_key', 'kind'],
];

/** What `readSealedRow` needs of a row: everything as text, so that both databases return the same. */
export const sealedColumns: SQL = sql.raw(
  `id::text as id, tenant_id::text as hospital, "time"::text as at, kind, json_build_array(${covered.map((name) => `"${name}"::text`).join(', ')})::text as content, detail`,
);

export type RawRow = { id: string; hospital: string; at: string; kind: string; content: string; detail: unknown };

const sha256 = (text: string) => hash('sha256', text, 'base64url');

/** The hash of a row's whole content. */
export function readSealedRow({ id, hospital, at, kind, content, detail }: RawRow): SealedRow {
  const text = `${JSON.stringify(JSON.parse(content))}${canonicalJson(detail)}`;
  return { id, hospitalId: hospital, time: Number(at), kind: kind as TrailKind, hash: sha256(text) };
}

/** What precedes the first row of a hospital. */
export const chainStart = (hospitalId: string): string => sha256(`cloudroom trail 1 of ${hospitalId}`);

/** The chain after one more row: SHA-256 of the chain before it and of what binds the row. */
const chained = (previous: string, { id, letter, time, hash }: { id: string; letter: string } & Leaf): string =>
  sha256(`${previous} ${id} ${letter} ${time} ${hash}`);

type Leaf = { time: number; hash: string };

/** The rows that a seal covers, in their order. */
export type SealContent = {
  ids: readonly string[];
  kinds: string;
  times: readonly number[];
  hashes: readonly string[];
};

export const contentOf = (rows: readonly SealedRow[]): SealContent => ({
  ids: rows.map(({ id }) => id),
  kinds: rows.map(({ kind }) => letterOf(kind)).join(''),
  times: rows.map(({ time }) => time),
  hashes: rows.map(({ hash }) => hash),
});

/** The chain after all rows of a seal. */
export function chainOver(previous: string, { ids, kinds, times, hashes }: SealContent): string {
  let head = previous;
  for (const [n, id] of ids.entries())
    head = chained(head, { id, letter: kinds[n] ?? '', time: times[n] ?? 0, hash: hashes[n] ?? '' });
  return head;
}

/** The place of a seal in its chain, which the signature covers with both hashes and the time. */
export type SealPlace = {
  tenantId: string;
  number: number;
  firstSeq: number;
  rows: number;
  previous: string;
  hash: string;
  time: number;
};

/** A key that signs seals. Its id says which one, without revealing it. */
export type SealKey = { id: string; secret: string };

export const sealKey = (secret: string, where: 'database' | 'environment'): SealKey => ({
  id: `${where} ${sha256(`id of ${secret}`).slice(0, 8)}`,
  secret,
});

export function signatureOf({ secret }: SealKey, place: SealPlace): string {
  const { tenantId, number, firstSeq, rows, previous, hash: head, time } = place;
  const text = JSON.stringify(['cloudroom seal 1', tenantId, number, firstSeq, rows, previous, head, time]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

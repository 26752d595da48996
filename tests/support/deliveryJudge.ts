import { SenderType } from '../../contract/im.ts';

/** A typed message, with author and conversation. Every text is unique within a run. */
export type Typed = { text: string; conversationId: string; by: 'doctor' | 'patient' };

/** A message as finally stored on the platform. */
export type Row = {
  id: string;
  seq: number;
  clientMessageId: string | null;
  senderType: number;
  type: number;
  text: string;
};

/** A bubble as finally shown, in order; `state` is "sent", "read" … for an own one. */
export type Bubble = { id: string; clientMessageId: string | null; text: string; state: string | null };

/** Everything observed in one run. */
export type Evidence = {
  typed: readonly Typed[];
  /** The seq that the platform acknowledged: by id for own messages, by text for patients'. */
  acked: ReadonlyMap<string, number>;
  rows: ReadonlyMap<string, readonly Row[]>;
  shown: ReadonlyMap<string, readonly Bubble[]>;
  /** The patient's positions in each conversation. */
  marks: ReadonlyMap<string, { readonly read: number; readonly delivered: number }>;
  /** Messages shown twice, out of order, or with a decreasing delivery state during the run. */
  screenFaults: readonly string[];
};

/** Faults of a run; all four lists must be empty. */
export type Verdict = { lost: string[]; twice: string[]; order: string[]; stale: string[] };

const repeated = (all: readonly string[]) => [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];
/** Pattern of typed texts, which finds them inside a bubble's other text. */
export const typedIn = (text: string): string | null => /^[dp]\d+ [a-z0-9]+\./.exec(text)?.[0] ?? null;
const isText = ({ text }: { text: string }) => typedIn(text) !== null;

/** Whether the typed texts that occur in `texts` are there in typing order. */
function inOrder(typed: readonly string[], texts: readonly string[]): boolean {
  const place = new Map(texts.map((text, at) => [text, at]));
  const places = typed.flatMap((text) => place.get(text) ?? []);
  return places.every((at, index) => index === 0 || at > (places[index - 1] ?? -1));
}

function stateOf(row: Row, { read, delivered }: { read: number; delivered: number }): string | null {
  if (row.senderType !== SenderType.doctor) return null;
  return row.seq <= read ? 'read' : row.seq <= delivered ? 'delivered' : 'sent';
}

/** Compares what was typed, acknowledged, stored and shown. */
export function judge({ typed, acked, rows, shown, marks, screenFaults }: Evidence): Verdict {
  const verdict: Verdict = { lost: [], twice: [], order: [], stale: [] };
  const all = [...rows.values()].flat();
  const bubbles = [...shown.values()].flat();
  const stored = new Set(all.map(({ text }) => text));
  const failed = new Set(bubbles.filter(({ state }) => state === 'failed').map(({ text }) => text));

  for (const { text, by } of typed) {
    if (stored.has(text)) continue;
    const excused = by === 'doctor' ? failed.has(text) : !acked.has(text);
    if (!excused) verdict.lost.push(`${text}: typed, not stored, not shown as failed`);
  }
  const seqOf = new Map(
    all.flatMap(({ clientMessageId, text, seq }) => [[clientMessageId ?? '', seq] as const, [text, seq] as const]),
  );
  for (const [id, seq] of acked)
    if (seqOf.get(id) !== seq)
      verdict.lost.push(`${id}: acknowledged as ${seq}, stored as ${seqOf.get(id) ?? 'nothing'}`);

  const ids = (list: readonly { clientMessageId: string | null }[]) =>
    list.flatMap(({ clientMessageId }) => (clientMessageId ? [clientMessageId] : []));
  for (const id of repeated(ids(all))) verdict.twice.push(`row ${id}`);
  for (const id of repeated(ids(bubbles))) verdict.twice.push(`bubble ${id}`);
  for (const text of repeated(all.filter(isText).map(({ text }) => text))) verdict.twice.push(`rows of ${text}`);
  for (const text of repeated(bubbles.filter(isText).map(({ text }) => text))) verdict.twice.push(`bubbles of ${text}`);
  verdict.twice.push(...screenFaults.filter((one) => one.startsWith('twice')));
  verdict.order.push(...screenFaults.filter((one) => !one.startsWith('twice')));

  for (const [id, list] of rows) {
    const visible = (shown.get(id) ?? []).filter(({ state }) => state !== 'failed');
    for (const by of ['doctor', 'patient'] as const) {
      const said = typed.filter((one) => one.conversationId === id && one.by === by).map(({ text }) => text);
      if (
        !inOrder(
          said,
          list.map(({ text }) => text),
        )
      )
        verdict.order.push(`rows of conversation ${id}, ${by}`);
    }
    const mark = marks.get(id) ?? { read: 0, delivered: 0 };
    const have = visible.map((one) => `${one.id} ${one.state ?? ''}`);
    const want = list.map((row) => `${row.id} ${stateOf(row, mark) ?? ''}`);
    if (have.join() === want.join()) continue;
    const wrong = want.findIndex((one, at) => one !== have[at]);
    verdict.stale.push(
      `conversation ${id}: ${have.length} bubbles for ${want.length} rows, first difference at ${wrong}: ${have[wrong]} for ${want[wrong]}`,
    );
  }
  return verdict;
}

/** The number of faults of each kind. */
export const counts = ({ lost, twice, order, stale }: Verdict) =>
  [lost.length, twice.length, order.length, stale.length].join(' / ');

import { SenderType } from '../../contract/im.ts';

/** What was typed, by whom and where. Every text occurs once in a run. */
export type Typed = { text: string; conversationId: string; by: 'doctor' | 'patient' };

/** A message as the platform has it in the end. */
export type Row = { id: string; seq: number; clientMessageId: string | null; senderType: number; text: string };

/** A bubble as the page shows it in the end, from the first to the last; `state` is "sent", "read" … of an own one. */
export type Bubble = { id: string; clientMessageId: string | null; text: string; state: string | null };

/** Everything that was seen of one run. */
export type Evidence = {
  typed: readonly Typed[];
  /** Of own messages by their id, of patients' by their text: the place that the platform named when it said "stored". */
  acked: ReadonlyMap<string, number>;
  rows: ReadonlyMap<string, readonly Row[]>;
  shown: ReadonlyMap<string, readonly Bubble[]>;
  /** How far the patient has come in each conversation. */
  marks: ReadonlyMap<string, { readonly read: number; readonly delivered: number }>;
  /** What stood twice, out of order, or less far than before on the screen at some moment of the run. */
  glimpses: readonly string[];
};

/** By the definitions of messaging.md; the bar is nothing in any of the four. */
export type Verdict = { lost: string[]; twice: string[]; order: string[]; stale: string[] };

const repeated = (all: readonly string[]) => [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];
/** What was typed in a run looks like this, so that it is found in a bubble together with whatever stands beside it. */
export const typedIn = (text: string): string | null => /^[dp]\d+ [a-z0-9]+\./.exec(text)?.[0] ?? null;
const isText = ({ text }: { text: string }) => typedIn(text) !== null;

/** What was typed here and is among `texts`, in the order of typing, beside `texts` as they stand. */
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
export function judge({ typed, acked, rows, shown, marks, glimpses }: Evidence): Verdict {
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
  verdict.twice.push(...glimpses.filter((one) => one.startsWith('twice')));
  verdict.order.push(...glimpses.filter((one) => !one.startsWith('twice')));

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

/** The four numbers of the bar. */
export const counts = ({ lost, twice, order, stale }: Verdict) =>
  [lost.length, twice.length, order.length, stale.length].join(' / ');

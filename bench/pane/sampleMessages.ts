/** A message as each measured list receives it. `n` counts up within a pane and is part of the text. */
export type SampleMessage = {
  readonly n: number;
  readonly mine: boolean;
  readonly text: string;
  readonly at: number;
  readonly picture: { readonly url: string; readonly width: number; readonly height: number } | null;
};

const words =
  'since yesterday evening the fever has come back twice and the cough is worse at night 夜里咳嗽加重 体温三十八度五 should I go on with the tablets or wait until the blood test is here'.split(
    ' ',
  );
const firstAt = Date.UTC(2026, 2, 2, 1, 30);
const apartMs = 4_000;

/** The message number `n`: three to thirty words, in turns of one to three per side. Deterministic. */
export function sampleMessage(n: number): SampleMessage {
  const size = Math.abs(n);
  const length = 3 + ((size * 7_919) % 28);
  const text = Array.from({ length }, (_, at) => words[(size * 31 + at * 7) % words.length]).join(' ');
  return { n, mine: size % 5 < 2, text: `#${n} ${text}`, at: firstAt + n * apartMs, picture: null };
}

/** The messages `from` to `to`, inclusive. */
export const sampleMessages = (from: number, to: number): SampleMessage[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => sampleMessage(from + at));

/** The number of the message in a row; null for other rows. */
export function placeIn(row: Element): number | null {
  const found = /#(-?\d+)/.exec(row.textContent ?? '');
  return found ? Number(found[1]) : null;
}

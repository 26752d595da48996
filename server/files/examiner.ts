import { Worker } from 'node:worker_threads';
import type { ContentFlaw, Examined } from './examine.ts';

/** Looks into the content of a file, which it takes over; a content that takes longer than allowed is not checkable. */
export type Examine = (content: Buffer, name: string) => Promise<Examined | ContentFlaw>;

type Reply = { call: number; result: Examined | ContentFlaw };

/** No file of the largest size needs a tenth of this on a slow machine. */
const longestMs = 10_000;
const megabytes = 512;

const startThread = () =>
  new Worker(new URL('./examiner.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });

/** The answer of a thread to one call; null when the thread ends or takes too long. */
function answerOf(thread: Worker, call: number, withinMs: number): Promise<Reply | null> {
  return new Promise((resolve) => {
    const done = (reply: Reply | null) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(reply);
    };
    const onMessage = (reply: Reply) => reply.call === call && done(reply);
    const onEnd = () => done(null);
    const timer = setTimeout(onEnd, withinMs);
    thread.on('message', onMessage).once('error', onEnd).once('exit', onEnd);
  });
}

type Lane = { waiting: number; examine: Examine };
type Given = { mostMs: number; start: () => Worker };

/** Examines files one after the other in a thread that is started for the first one and replaced after a failure. */
function createLane({ mostMs, start }: Given): Examine {
  let ready: Promise<Worker | null> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let calls = 0;

  async function open(): Promise<Worker | null> {
    const thread = start();
    thread.on('error', () => {});
    thread.unref();
    return (await answerOf(thread, 0, 60_000)) && thread;
  }

  async function ask(content: Buffer, name: string): Promise<Examined | ContentFlaw> {
    ready ??= open();
    const thread = await ready;
    if (thread === null) {
      ready = null;
      return 'notCheckable';
    }
    const call = ++calls;
    const bytes = new Uint8Array(content);
    const answer = answerOf(thread, call, mostMs);
    thread.postMessage({ call, content: bytes, name }, [bytes.buffer]);
    const reply = await answer;
    if (reply) return reply.result;
    ready = null;
    await thread.terminate();
    return 'notCheckable';
  }

  return (content, name) => {
    const result = last.then(() => ask(content, name));
    last = result.catch(() => {});
    return result;
  };
}

/** So many files are examined at once: one that takes its whole time keeps nobody else waiting. */
const laneCount = 2;

/** Examines each file in the lane with the fewest files; further lanes start only while another one is busy. */
export function createExaminer({ mostMs = longestMs, start = startThread } = {}): Examine {
  const lanes = Array.from({ length: laneCount }, (): Lane => ({ waiting: 0, examine: createLane({ mostMs, start }) }));
  return async (content, name) => {
    const lane = lanes.reduce((best, one) => (one.waiting < best.waiting ? one : best));
    lane.waiting += 1;
    try {
      return await lane.examine(content, name);
    } finally {
      lane.waiting -= 1;
    }
  };
}

import { Worker } from 'node:worker_threads';
import type { ContentFlaw, Examined } from './examine.ts';
import { createTurns } from './examineTurns.ts';

/** A file to look into. Its content is read when its turn comes and a thread runs, so that waiting files take no memory. */
export type Examinable = { name: string; read: () => Promise<Buffer>; account: string };

/** Examines the content of a file; null if that takes too long, ends the thread, or has no turn in time. */
export type Examine = (file: Examinable) => Promise<Examined | ContentFlaw | null>;

type Reply = { call: number; result: Examined | ContentFlaw };

/** No file of the largest size needs a tenth of this on a slow machine. */
const longestMs = 10_000;
/** Only a file behind slow ones waits for so long. */
const longestWaitMs = 20_000;
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

type Given = { mostMs: number; start: () => Worker };

/** Examines one file at a time in a thread that is started for the first one and replaced after a failure. */
function createLane({ mostMs, start }: Given) {
  let ready: Promise<Worker | null> | null = null;
  let calls = 0;

  async function open(): Promise<Worker | null> {
    const thread = start();
    thread.on('error', () => {});
    thread.unref();
    return (await answerOf(thread, 0, 60_000)) && thread;
  }

  /** Null when the thread ended or took too long. */
  return async ({ name, read }: Examinable): Promise<Examined | ContentFlaw | null> => {
    ready ??= open();
    const thread = await ready;
    if (thread === null) {
      ready = null;
      return null;
    }
    const bytes = new Uint8Array(await read());
    const call = ++calls;
    const answer = answerOf(thread, call, mostMs);
    thread.postMessage({ call, content: bytes, name }, [bytes.buffer]);
    const reply = await answer;
    if (reply) return reply.result;
    ready = null;
    await thread.terminate();
    return null;
  };
}

/** So many files of different accounts are examined at once; the second thread starts only while the first one is busy. */
const laneCount = 2;

/** Examines the files of each account one after the other, so that slow files of one never delay another's. */
export function createExaminer({ mostMs = longestMs, mostWaitMs = longestWaitMs, start = startThread } = {}): Examine {
  const lanes = Array.from({ length: laneCount }, () => createLane({ mostMs, start }));
  const turns = createTurns(lanes, mostWaitMs);
  return (file) => turns.take(file.account, (lane) => lane(file));
}

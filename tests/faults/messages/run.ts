import { setTimeout as pause } from 'node:timers/promises';
import { isWritten } from '../../../contract/answers.ts';
import { SenderType } from '../../../contract/im.ts';
import { type Bubble, counts, judge, type Row, type Verdict } from '../../support/deliveryJudge.ts';
import { seededRandom } from '../../support/random.ts';
import { type FaultName, faults, planned, type Scene } from './faults.ts';
import { readChat } from './readChat.ts';
import { openTestbed, type Testbed } from './testbed.ts';

export type RunOptions = {
  executablePath: string;
  seed: number;
  messages: number;
  faults: number;
  /** True for a run of hours, in which faults last longer. */
  long: boolean;
  /** Ends the run after this many minutes; null runs to the end. */
  minutes: number | null;
  /** Runs only this kind of fault. */
  only: FaultName | null;
  progress: (line: string) => void;
};

export type Report = {
  verdict: Verdict;
  numbers: string;
  messages: { doctor: number; patients: number };
  faults: Partial<Record<FaultName, number>>;
  acked: number;
  /** Own messages seen on the screen during the run. */
  seen: number;
  /** The longest duration of each measured step, in ms. */
  slowest: Record<string, number>;
  journal: string[];
  seconds: number;
};

const panes = 4;
const maxShownMs = 10_000;
const maxBadge = 100;
const words = (random: () => number) =>
  random()
    .toString(36)
    .slice(2, 3 + Math.floor(random() * 8))
    .padEnd(1, 'x');

/** Sends messages, injects faults, heals them, and compares what was typed, acknowledged, stored and shown. */
export async function deliveryRun(options: RunOptions): Promise<Report> {
  const { executablePath, seed, long, progress } = options;
  const random = seededRandom(seed);
  const began = Date.now();
  const journal: string[] = [];
  const slowest: Record<string, number> = {};
  const done: Partial<Record<FaultName, number>> = {};
  const note = (what: string) => journal.push(`${((Date.now() - began) / 1000).toFixed(1)} s  ${what}`);
  const measured = (what: string, ms: number) => {
    slowest[what] = Math.max(slowest[what] ?? 0, ms);
  };
  const testbed = await openTestbed({ executablePath, seed, account: 'doctor02', panes });
  try {
    const senders = createSenders(testbed, random, note);
    const scene: Scene = {
      testbed,
      random,
      sendMessages: senders.sendMessages,
      sendAsDoctor: senders.sendAsDoctor,
      long,
      measured,
    };
    const plan = options.only ? Array<FaultName>(options.faults).fill(options.only) : planned(options.faults, random);
    let completed = 0;
    let notedFaults = 0;
    const isLate = () => options.minutes !== null && Date.now() - began > options.minutes * 60_000;
    for (const [at, name] of plan.entries()) {
      if (isLate()) break;
      await senders.sendMessages(Math.floor((options.messages * at) / plan.length) - testbed.typed.length);
      note(`${name} …`);
      await faults[name](scene);
      testbed.restore();
      note(`… ${name} is over`);
      done[name] = (done[name] ?? 0) + 1;
      completed += 1;
      if (long && completed % 30 === 0) {
        await senders.finished();
        measured('all shown after the last fault', await waitUntilShown(testbed, note));
      }
      progress(`${at + 1}/${plan.length} faults, ${testbed.typed.length} messages, ${name}`);
      for (const fault of testbed.screenFaults.slice(notedFaults)) {
        note(fault);
        progress(fault);
      }
      notedFaults = testbed.screenFaults.length;
    }
    if (!isLate()) await senders.sendMessages(options.messages - testbed.typed.length);
    await senders.finished();
    measured('all shown after the last fault', await waitUntilShown(testbed, note));
    const verdict = await compared(testbed, slowest['all shown after the last fault'] ?? 0);
    const count = (by: 'doctor' | 'patient') => testbed.typed.filter((one) => one.by === by).length;
    return {
      verdict,
      journal,
      slowest,
      faults: done,
      acked: testbed.acked.size,
      seen: testbed.states.size,
      numbers: counts(verdict),
      messages: { doctor: count('doctor'), patients: count('patient') },
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } catch (cause) {
    progress(`${journal.join('\n')}\nseed ${seed}: ${cause}`);
    await testbed.doctor
      .page()
      .screenshot({ path: `test-results/delivery-${seed}-${Date.now()}.png` })
      .catch(() => {});
    throw cause;
  } finally {
    await testbed.close();
  }
}

/** Sends messages as the doctor through the screen, and as patients through their phones, one at a time each. */
function createSenders(testbed: Testbed, random: () => number, note: (what: string) => void) {
  const { typed, acked } = testbed;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const pendingByConversation = new Map<string, Promise<void>>();
  let sentCount = 0;
  let pending = 0;

  function sendAsPatient({ phone, conversationId }: Testbed['cases'][number]) {
    sentCount += 1;
    const text = `p${sentCount} ${words(random)}.`;
    typed.push({ text, conversationId, by: 'patient' });
    pending += 1;
    const looks = random();
    const say = async () => {
      const answer = await phone.says(conversationId, text).catch((cause: Error) => cause.message);
      pending -= 1;
      if (typeof answer === 'string') return note(`${text} is refused: ${answer}`);
      const { seq } = answer;
      acked.set(text, seq);
      if (looks < 0.1) await phone.received(conversationId, seq).catch(() => {});
      if (looks < 0.05) await phone.reads(conversationId, seq).catch(() => {});
    };
    pendingByConversation.set(
      conversationId,
      (pendingByConversation.get(conversationId) ?? Promise.resolve()).then(say),
    );
  }
  const sendAsDoctor: Scene['sendAsDoctor'] = async (
    count,
    at = { page: testbed.doctor.page(), cases: testbed.open },
  ) => {
    for (let left = count; left > 0; left -= 1) {
      const { name, conversationId } = pick(at.cases);
      sentCount += 1;
      const text = `d${sentCount} ${words(random)}.`;
      note(`doctor types ${text} to ${name}`);
      typed.push({ text, conversationId, by: 'doctor' });
      await testbed.doctor.types(name, text, at.page);
    }
  };
  return {
    sendAsDoctor,
    async sendMessages(count: number) {
      for (let left = count; left > 0; left -= 1) {
        if (random() < 0.5) await sendAsDoctor(1);
        else sendAsPatient(pick(testbed.cases));
        while (pending > 60) await pause(20);
      }
    },
    finished: async () => void (await Promise.all(pendingByConversation.values())),
  };
}

/** Waits until every pane shows its last message and nothing is being sent. Returns the duration in ms. */
async function waitUntilShown(testbed: Testbed, note: (what: string) => void): Promise<number> {
  const began = Date.now();
  let why = '';
  for (const end = began + 90_000; Date.now() < end; await pause(250)) {
    why = await whatIsMissing(testbed);
    if (why === '') break;
  }
  note(`settled after ${Date.now() - began} ms${why && `, not even then: ${why}`}`);
  return Date.now() - began;
}

async function whatIsMissing({ doctor, open, chat }: Testbed): Promise<string> {
  for (const { name, conversationId } of open) {
    const { rows } = await chat(conversationId);
    const log = doctor.page().getByRole('log', { name: `Conversation with ${name}` });
    const [last, waiting] = await log.evaluate((element) => [
      [...element.querySelectorAll<HTMLElement>('[data-message-id]')].at(-1)?.dataset.messageId,
      element.querySelectorAll('.chat-delivery:is([data-state=queued], [data-state=sending], [data-state=rateLimited])')
        .length,
    ]);
    if (waiting) return `${waiting} of ${name} on their way`;
    if (last !== rows.at(-1)?.id) return `${name} ends with ${last} for ${rows.at(-1)?.id}`;
  }
  return '';
}

async function compared(testbed: Testbed, lateMs: number): Promise<Verdict> {
  const { doctor, cases, hidden, open } = testbed;
  const rows = new Map<string, Row[]>();
  const shown = new Map<string, Bubble[]>();
  const marks = new Map<string, { read: number; delivered: number; doctor: number }>();
  for (const { conversationId } of cases) {
    const past = await testbed.chat(conversationId);
    rows.set(conversationId, past.rows);
    marks.set(conversationId, past.mark);
  }
  const unread = await testbed.unread(doctor.page());
  await doctor
    .page()
    .getByRole('button', { name: new RegExp(`^${hidden.name}, `) })
    .click();
  await doctor.box(doctor.page(), hidden.name).waitFor();
  for (const { name, conversationId } of [...open, hidden])
    shown.set(conversationId, await readChat(doctor.page(), name));
  const verdict = judge({
    typed: testbed.typed,
    acked: testbed.acked,
    rows,
    shown,
    marks,
    screenFaults: testbed.screenFaults,
  });
  const upTo = marks.get(hidden.conversationId)?.doctor ?? 0;
  const isUnread = ({ seq, senderType, type }: Row) =>
    seq > upTo && senderType === SenderType.patient && isWritten(type);
  const expected = (rows.get(hidden.conversationId) ?? []).filter(isUnread).length;
  // The badge is capped, so larger counts compare as equal.
  if (unread !== Math.min(expected, maxBadge))
    verdict.stale.push(`${unread} unread shown for ${expected} of the closed conversation`);
  if (lateMs > maxShownMs) verdict.stale.push(`all shown only ${lateMs} ms after the last fault`);
  return verdict;
}

import { setTimeout as pause } from 'node:timers/promises';
import { SenderType } from '../../../contract/im.ts';
import { type Bubble, counts, judge, type Row, type Verdict } from '../../support/deliveryJudge.ts';
import { seededRandom } from '../../support/random.ts';
import { type FaultName, faults, planned, type Scene } from './faults.ts';
import { readChat } from './readChat.ts';
import { openWard, type Ward } from './ward.ts';

export type RunOptions = {
  executablePath: string;
  seed: number;
  messages: number;
  faults: number;
  /** A run of hours instead of a minute: faults may last longer. */
  long: boolean;
  /** Ends the run after this many minutes and judges what exists; null runs to the end. */
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
const bearableMs = 10_000;
const mostShown = 100;
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
  const ward = await openWard({ executablePath, seed, account: 'doctor02', panes });
  try {
    const voices = voicesIn(ward, random, note);
    const scene: Scene = { ward, random, talk: voices.talk, write: voices.write, long, measured };
    const plan = options.only ? Array<FaultName>(options.faults).fill(options.only) : planned(options.faults, random);
    let calm = 0;
    let told = 0;
    const isLate = () => options.minutes !== null && Date.now() - began > options.minutes * 60_000;
    for (const [at, name] of plan.entries()) {
      if (isLate()) break;
      await voices.talk(Math.floor((options.messages * at) / plan.length) - ward.typed.length);
      note(`${name} …`);
      await faults[name](scene);
      ward.restore();
      note(`… ${name} is over`);
      done[name] = (done[name] ?? 0) + 1;
      calm += 1;
      if (long && calm % 30 === 0) {
        await voices.silence();
        measured('all shown after the last fault', await settle(ward, note));
      }
      progress(`${at + 1}/${plan.length} faults, ${ward.typed.length} messages, ${name}`);
      for (const glimpse of ward.glimpses.slice(told)) {
        note(glimpse);
        progress(glimpse);
      }
      told = ward.glimpses.length;
    }
    if (!isLate()) await voices.talk(options.messages - ward.typed.length);
    await voices.silence();
    measured('all shown after the last fault', await settle(ward, note));
    const verdict = await compared(ward, slowest['all shown after the last fault'] ?? 0);
    const count = (by: 'doctor' | 'patient') => ward.typed.filter((one) => one.by === by).length;
    return {
      verdict,
      journal,
      slowest,
      faults: done,
      acked: ward.acked.size,
      seen: ward.states.size,
      numbers: counts(verdict),
      messages: { doctor: count('doctor'), patients: count('patient') },
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } catch (cause) {
    progress(`${journal.join('\n')}\nseed ${seed}: ${cause}`);
    await ward.seat
      .page()
      .screenshot({ path: `test-results/delivery-${seed}-${Date.now()}.png` })
      .catch(() => {});
    throw cause;
  } finally {
    await ward.close();
  }
}

/** The senders: the doctor through the screen and patients through their phones, each sending one message at a time. */
function voicesIn(ward: Ward, random: () => number, note: (what: string) => void) {
  const { typed, acked } = ward;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const said = new Map<string, Promise<void>>();
  let spoken = 0;
  let pending = 0;

  function patientSays({ phone, conversationId }: Ward['cases'][number]) {
    spoken += 1;
    const text = `p${spoken} ${words(random)}.`;
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
    said.set(conversationId, (said.get(conversationId) ?? Promise.resolve()).then(say));
  }
  const write: Scene['write'] = async (count, at = { page: ward.seat.page(), cases: ward.open }) => {
    for (let left = count; left > 0; left -= 1) {
      const { name, conversationId } = pick(at.cases);
      spoken += 1;
      const text = `d${spoken} ${words(random)}.`;
      note(`doctor types ${text} to ${name}`);
      typed.push({ text, conversationId, by: 'doctor' });
      await ward.seat.types(name, text, at.page);
    }
  };
  return {
    write,
    async talk(count: number) {
      for (let left = count; left > 0; left -= 1) {
        if (random() < 0.5) await write(1);
        else patientSays(pick(ward.cases));
        while (pending > 60) await pause(20);
      }
    },
    silence: async () => void (await Promise.all(said.values())),
  };
}

/** Waits until every pane shows the end of its conversation and nothing is being sent; returns the time that took. */
async function settle(ward: Ward, note: (what: string) => void): Promise<number> {
  const began = Date.now();
  let why = '';
  for (const end = began + 90_000; Date.now() < end; await pause(250)) {
    why = await unsettled(ward);
    if (why === '') break;
  }
  note(`settled after ${Date.now() - began} ms${why && `, not even then: ${why}`}`);
  return Date.now() - began;
}

async function unsettled({ seat, open, chat }: Ward): Promise<string> {
  for (const { name, conversationId } of open) {
    const { rows } = await chat(conversationId);
    const log = seat.page().getByRole('log', { name: `Conversation with ${name}` });
    const [last, waiting] = await log.evaluate((element) => [
      [...element.querySelectorAll<HTMLElement>('[data-message-id]')].at(-1)?.dataset.messageId,
      element.querySelectorAll('.chat-delivery:is([data-state=queued], [data-state=sending], [data-state=held])')
        .length,
    ]);
    if (waiting) return `${waiting} of ${name} on their way`;
    if (last !== rows.at(-1)?.id) return `${name} ends with ${last} for ${rows.at(-1)?.id}`;
  }
  return '';
}

async function compared(ward: Ward, lateMs: number): Promise<Verdict> {
  const { seat, cases, hidden, open } = ward;
  const rows = new Map<string, Row[]>();
  const shown = new Map<string, Bubble[]>();
  const marks = new Map<string, { read: number; delivered: number; doctor: number }>();
  for (const { conversationId } of cases) {
    const past = await ward.chat(conversationId);
    rows.set(conversationId, past.rows);
    marks.set(conversationId, past.mark);
  }
  const unread = await ward.unread(seat.page());
  await seat
    .page()
    .getByRole('button', { name: new RegExp(`^${hidden.name}, `) })
    .click();
  await seat.box(seat.page(), hidden.name).waitFor();
  for (const { name, conversationId } of [...open, hidden])
    shown.set(conversationId, await readChat(seat.page(), name));
  const verdict = judge({ typed: ward.typed, acked: ward.acked, rows, shown, marks, glimpses: ward.glimpses });
  const upTo = marks.get(hidden.conversationId)?.doctor ?? 0;
  const isUnread = ({ seq, senderType }: Row) => seq > upTo && senderType === SenderType.patient;
  const expected = (rows.get(hidden.conversationId) ?? []).filter(isUnread).length;
  // The badge is capped, so larger counts compare as equal.
  if (unread !== Math.min(expected, mostShown))
    verdict.stale.push(`${unread} unread shown for ${expected} of the one nobody opened`);
  if (lateMs > bearableMs) verdict.stale.push(`all shown only ${lateMs} ms after the last fault`);
  return verdict;
}

import {
  auditTime,
  BehaviorSubject,
  filter,
  firstValueFrom,
  fromEvent,
  map,
  NEVER,
  race,
  skipWhile,
  timer,
} from 'rxjs';
import { uploadFile } from '../contract/extension/files.ts';
import type { PatientOrder } from '../contract/extension/patient.ts';
import { MessageType, SenderType } from '../contract/im.ts';
import { Refused } from './calls.ts';
import type { Chance } from './chance.ts';
import { type Chart, chartAfter, emptyChart, Standing, unanswered } from './chart.ts';
import type { Phone } from './phone.ts';
import { uploadPicture } from './picture.ts';
import { answer, opening, question, type Stated } from './replies.ts';
import { languageOf, scriptFor } from './scripts/choose.ts';
import { impatient, praise } from './scripts/common.ts';
import type { Language } from './scripts/script.ts';
import { recordMurmur } from './voice.ts';

/** A patient's behaviour; times are in ms before the crowd's pace is applied. */
export type Habits = {
  /** Writes again if nobody has written for this long; null never does. */
  patienceMs: number | null;
  /** Probability that the phone loses its link for a while after an answer. */
  dropsLink: number;
};

type Life = {
  phone: Phone;
  order: PatientOrder;
  stated?: Stated | undefined;
  chance: Chance;
  habits: Habits;
  /** Waits at the crowd's pace; rejects when the crowd stops. */
  pause: (ms: number) => Promise<void>;
  pace: number;
  signal: AbortSignal;
};

const isOver = ({ status }: Chart) => status !== Standing.awaiting && status !== Standing.active;
const mostNudges = 2;
const mostSpoken = 2;

/** One consultation of a patient: waits, describes, answers, asks, is sometimes offline, and rates it at the end. */
export async function livePatient({ phone, order, stated, chance, habits, pause, pace, signal }: Life): Promise<void> {
  const { conversationId, id } = order;
  const chart$ = new BehaviorSubject<Chart>(emptyChart(order.status, 0));
  const events$ = phone.events$.pipe(filter((event) => event.conversationId === conversationId));
  const watching = events$.subscribe((event) => chart$.next(chartAfter(chart$.value, event)));
  const heardSeq$ = events$.pipe(
    filter((event) => event.kind === 'message' && event.message.senderType !== SenderType.patient),
    map(({ seq }) => seq),
    auditTime(200),
  );
  // A position that does not arrive is passed by the next one, here and below.
  watching.add(heardSeq$.subscribe((seq) => void phone.received(conversationId, seq).catch(() => {})));
  let hasBegun = false;
  let answeredSeq = 0;
  let nudges = 0;
  let spokenNotes = 0;
  const voice = chance.apart(7);

  const words = () => {
    const { heard, complaint, spoken } = chart$.value;
    const last = heard.findLast(({ text }) => languageOf(text) !== null)?.text ?? complaint ?? '';
    const language: Language = languageOf(last) ?? 'zh-CN';
    return { language, spoken, chance, script: scriptFor(complaint ?? '') };
  };

  async function say(text: string) {
    phone.typing(conversationId);
    await pause(chance.between(1_000, 2_000) + text.length * 40);
    await phone.says(conversationId, text);
  }

  async function show() {
    const { width, height, ...file } = await uploadPicture(phone, chance);
    await phone.send(conversationId, MessageType.image, { ...file, width, height });
  }

  /** Some patients find typing hard and add a voice note. */
  async function speak() {
    const { bytes, durationS } = recordMurmur(voice);
    await pause(durationS * 1_000);
    const file = new Blob([new Uint8Array(bytes)], { type: 'audio/wav' });
    const { url, size } = await phone.upload(uploadFile, file, 'voice.wav');
    await phone.send(conversationId, MessageType.voice, { url, size, duration: durationS });
    spokenNotes += 1;
  }

  /** The doctor's open messages. Once begun, a message that arrives while the patient writes still wants an answer. */
  const open = () => unanswered(hasBegun ? { ...chart$.value, spokenSeq: 0 } : chart$.value, answeredSeq);

  async function reply() {
    const { language } = words();
    await pause(chance.between(800, 3_000));
    const heard = open();
    hasBegun = true;
    answeredSeq = heard.at(-1)?.seq ?? answeredSeq;
    await phone.reads(conversationId, answeredSeq).catch(() => {});
    const { texts, picture } = answer({ ...words(), language, stated, heard: heard.map(({ text }) => text) });
    for (const text of texts) await say(text);
    if (picture) await show();
    if (spokenNotes < mostSpoken && voice.happens(0.2)) await speak();
  }

  async function begin() {
    hasBegun = true;
    await pause(chance.between(1_000, 4_000));
    const mine = words();
    await say(opening(mine));
    if (mine.script.shows && chance.happens(0.6)) await show();
  }

  async function nudge() {
    nudges += 1;
    const mine = words();
    const [asked] = question(mine);
    await say(nudges === 1 && asked !== undefined ? asked : chance.pick(impatient)[mine.language]);
  }

  async function beAway() {
    phone.goesOffline();
    await pause(chance.between(3_000, 15_000));
    phone.returns();
  }

  /** Waits until something has changed since `chart`, or patience runs out. */
  const changed = (chart: Chart) => {
    const change$ = chart$.pipe(skipWhile((now) => now === chart));
    const leave$ = fromEvent(signal, 'abort').pipe(map(() => signal.throwIfAborted()));
    const { patienceMs } = habits;
    const enough$ = patienceMs === null ? NEVER : timer(patienceMs * pace);
    return firstValueFrom(race(change$, leave$, enough$));
  };

  async function act() {
    const chart = chart$.value;
    if (!hasBegun && chart.status === Standing.active && chart.spokenSeq === 0 && chart.complaint !== null)
      return begin();
    if (chart.status === Standing.active && open().length > 0) {
      await reply();
      if (chance.happens(habits.dropsLink)) await beAway();
      return;
    }
    const woken = await changed(chart);
    const isPatient = typeof woken !== 'number' || nudges >= mostNudges || chart.status !== Standing.active;
    if (!isPatient) await nudge();
  }

  try {
    await phone.follows(conversationId);
    while (!isOver(chart$.value)) {
      try {
        await act();
      } catch (cause) {
        if (!(cause instanceof Refused) && !isClosed(cause)) throw cause;
        await changed(chart$.value);
      }
    }
    if (chart$.value.status !== Standing.finished) return;
    await pause(chance.between(2_000, 6_000));
    const { language } = words();
    await phone.rates({ ...order, id }, chance.happens(0.7) ? 5 : 4, chance.pick(praise)[language]);
  } finally {
    watching.unsubscribe();
  }
}

const isClosed = (cause: unknown) => cause instanceof Error && cause.message.startsWith('conversationClosed');

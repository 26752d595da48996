import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { filter, firstValueFrom, fromEvent, map, NEVER, type Observable, race, timer } from 'rxjs';
import { type PatientOrder, patientOrders } from '../contract/extension/patient.ts';
import { uuidv7 } from '../contract/uuidv7.ts';
import { calls, Refused } from './calls.ts';
import type { Chance } from './chance.ts';
import { Standing } from './chart.ts';
import type { PatientCommand } from './commands.ts';
import { readDoctors } from './doctors.ts';
import { type Habits, livePatient } from './patient.ts';
import { openPhone, type Phone } from './phone.ts';
import { uploadPicture } from './picture.ts';
import type { Stated } from './replies.ts';
import { languageOf, scriptsFor } from './scripts/choose.ts';
import type { Language } from './scripts/script.ts';
import { signInPatient } from './signIn.ts';

/** Settings of the simulated patients. */
export type Crowd = {
  url: string;
  hospitalId: string;
  password: string;
  /** Accounts to use, in order. */
  mobiles: readonly string[];
  /** Also answer existing open orders. */
  answers: boolean;
  /** Number of patients who open a new order. */
  newcomers: number;
  /** Whether a new patient follows when one is done. */
  keepsComing: boolean;
  /** New patients fill the waiting list up to this number at the start. */
  atLeastWaiting: number;
  chance: Chance;
  /** 1 is human speed; 0.1 is ten times as fast. */
  pace: number;
  habits: Habits;
  /** What is asked of the patients meanwhile; nothing if absent. */
  commands$?: Observable<PatientCommand>;
  signal: AbortSignal;
  log: (what: string) => void;
};

type Account = { mobile: string; name: string; birthday: string | null; language: Language; orders: PatientOrder[] };

/** A consultation and what the patient knows about themselves. */
type Begun = { order: PatientOrder; stated?: Stated | undefined };

/** By text and pictures; the simulated patients choose no other kind. */
const textConsultation = 1;

const isOpen = ({ status }: PatientOrder) => status === Standing.awaiting || status === Standing.active;

const stated = {
  en: {
    allergies: ['No known drug allergies', 'Penicillin, rash as a child', 'Sulfa drugs'],
    medicines: ['Amlodipine', 'Metformin'],
  },
  'zh-CN': { allergies: ['无药物过敏史', '青霉素过敏，小时候起皮疹', '磺胺类'], medicines: ['氨氯地平', '二甲双胍'] },
} as const;

const yearsOf = ({ birthday }: Account) =>
  birthday === null ? 40 : (Date.now() - Date.parse(birthday)) / (365.25 * 86_400_000);

/** The usual weight of a child of this age; an adult's differs by person. */
const weightOf = (account: Account, chance: Chance) =>
  yearsOf(account) < 14 ? Math.round(8 + yearsOf(account) * 2.5) : Math.round(chance.between(50, 85));

/** What a patient knows about themselves and writes into the form before the consultation. */
function knownTo(account: Account, chance: Chance) {
  const { allergies, medicines } = stated[account.language];
  return {
    allergies: chance.happens(0.7) ? allergies[0] : chance.pick([allergies[1], allergies[2]]),
    ...(yearsOf(account) >= 50 && chance.happens(0.5) ? { medicines: [chance.pick(medicines)] } : {}),
    weightKg: weightOf(account, chance),
  };
}

/** How long a patient whose link is lost on request stays away. */
const awayMs = 10_000;

/** Retries until the platform answers; a refusal is not retried. */
async function retryUntilAnswered<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Refused) throw cause;
      await wait(1_000, undefined, { signal });
    }
  }
}

/** Runs patients until they are done or the crowd is stopped. */
export async function runCrowd(crowd: Crowd): Promise<void> {
  const { url, hospitalId, password, mobiles, chance, pace, habits, commands$ = NEVER, signal, log } = crowd;
  const asked$ = (command: PatientCommand) => commands$.pipe(filter((one) => one === command));
  const left$ = fromEvent(signal, 'abort').pipe(map(() => signal.throwIfAborted()));
  async function pause(ms: number): Promise<void> {
    signal.throwIfAborted();
    await firstValueFrom(race(timer(ms * pace), asked$('reply'), left$));
  }
  setMaxListeners(0, signal);

  async function lookAt(mobile: string): Promise<Account | null> {
    let token: string | null = null;
    const { call } = calls({ url, hospitalId, language: 'zh-CN', token: () => token });
    try {
      const login = await retryUntilAnswered(() => signInPatient(call, { mobile, password, device: newId() }), signal);
      token = login.accessToken;
      const orders = await retryUntilAnswered(() => call(patientOrders, {}), signal);
      const { name, birthday = null } = login;
      return { mobile, name, birthday, language: languageOf(name) ?? 'zh-CN', orders };
    } catch (cause) {
      if (cause instanceof Refused) return null;
      throw cause;
    }
  }

  const newId = uuidv7({ now: Date.now, randomBytes });
  const pickUp = ({ mobile, language }: Account): Promise<Phone> =>
    retryUntilAnswered(() => openPhone({ url, hospitalId, language, mobile, password, newId }), signal);

  const phones = new Set<Phone>();

  /** One consultation, continued from its current state. */
  async function consult(account: Account, number: number, start: (phone: Phone) => Promise<Begun>) {
    const phone = await pickUp(account);
    phones.add(phone);
    const hangUp = () => phone.close();
    signal.addEventListener('abort', hangUp, { once: true });
    try {
      const { order, stated } = await retryUntilAnswered(() => start(phone), signal);
      log(`${account.name}: order ${order.orderNo}`);
      await livePatient({ phone, order, stated, chance: chance.apart(number), habits, pause, pace, signal });
      log(`${account.name}: done`);
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof Refused)) throw cause;
      log(`${account.name}: ${cause.message}`);
    } finally {
      signal.removeEventListener('abort', hangUp);
      phones.delete(phone);
      hangUp();
    }
  }

  const known: Account[] = [];
  for (const mobile of mobiles) {
    const account = await lookAt(mobile);
    if (account) known.push(account);
    // If none of the first three accounts can sign in, this is not the demonstration hospital.
    else if (known.length === 0 && mobile === mobiles[2]) break;
  }
  if (known.length === 0) throw new Error(`no patient can sign in at ${url}`);

  const busy = known.filter(({ orders }) => orders.some(isOpen));
  const idle = chance.shuffled(known.filter((account) => !busy.includes(account)));
  const waiting = busy.flatMap(({ orders }) => orders.filter(({ status }) => status === Standing.awaiting)).length;
  const newcomers = Math.max(crowd.newcomers, crowd.atLeastWaiting - waiting);
  log(`${known.length} patients known, ${waiting} waiting, ${newcomers} to come`);

  /** Opens the order, with pictures if the complaint is visible. */
  async function describeComplaint(phone: Phone, account: Account, number: number): Promise<Begun> {
    const own = chance.apart(number);
    const { complaint, shows } = own.pick(scriptsFor(account.birthday, Date.now()));
    const taken = shows && own.happens(0.6) ? [await uploadPicture(phone, own), await uploadPicture(phone, own)] : [];
    const stated = knownTo(account, own);
    // Some leave the form empty, and say it when they are asked.
    const form = own.happens(0.3) ? undefined : stated;
    const pictures = taken.map(({ url }) => url);
    log(`${account.name} reads: ${await readDoctors(phone.call, textConsultation)}`);
    const words = complaint[account.language];
    return { stated, order: await phone.opensOrder(words, textConsultation, pictures, form) };
  }

  async function comeIn(number: number, { atOnce = false } = {}): Promise<void> {
    const account = idle.shift();
    if (!account) return log('nobody is left who could come');
    if (!atOnce) await pause(chance.apart(number).between(500, 4_000) * Math.min(number, 10));
    await consult(account, number, (phone) => describeComplaint(phone, account, number));
    idle.push(account);
    if (crowd.keepsComing && !signal.aborted) await comeIn(number + newcomers);
  }

  async function loseLink(phone: Phone | undefined): Promise<void> {
    if (!phone) return log('nobody has a phone in use');
    phone.goesOffline();
    await wait(awayMs, undefined, { signal });
    phone.returns();
  }

  const there = crowd.answers
    ? busy.flatMap((account) => account.orders.filter(isOpen).map((order) => ({ account, order })))
    : [];
  const lives = [
    ...there.map(({ account, order }, n) =>
      consult(account, 1_000 + n, async () => ({ order, stated: { weightKg: weightOf(account, chance.apart(n)) } })),
    ),
    ...Array.from({ length: newcomers }, (_, n) => comeIn(n)),
  ];
  const failedLater = (cause: unknown) => log(String(cause));
  let further = 2_000;
  const asking = asked$('oneMore').subscribe(() => {
    further += 1;
    comeIn(further, { atOnce: true }).catch(failedLater);
  });
  asking.add(asked$('disconnect').subscribe(() => void loseLink([...phones].at(0)).catch(failedLater)));
  const ends = await Promise.allSettled(lives);
  asking.unsubscribe();
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed && !signal.aborted) throw failed.reason;
}

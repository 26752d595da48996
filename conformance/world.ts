import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { patientLogin } from '../contract/extension/patient.ts';
import { login, type Tokens } from '../contract/http/auth.ts';
import type { ConsultOrder } from '../contract/http/consult.ts';
import { ClientMessageId, type LeaseId, type PrescriptionId, RequestId } from '../contract/ids.ts';
import { uuidv7 } from '../contract/uuidv7.ts';
import { openPhone, type Phone } from '../simulator/phone.ts';
import { needed } from './finding.ts';
import { createHttp, type Http, type Target } from './http.ts';
import { connect, type Link } from './link.ts';
import type { Account, Person } from './person.ts';

/** Where the platform is and who takes part; people who are missing leave checks undone. */
export type Given = Target & {
  readonly website: string;
  readonly doctor: Account;
  readonly secondDoctor: Account | null;
  readonly auditor: Account | null;
  readonly secondReviewer: Account | null;
  readonly administrator: Account | null;
  /** An administrator who also operates the platform. */
  readonly operator: Account | null;
  /** A patient of a platform that has this product's calls for patients; the user name is a mobile number. */
  readonly patient: Account | null;
  /** Publishes a notice to the staff, which is done on the platform's machine; null where a run cannot. */
  readonly publishNotice: (() => Promise<void>) | null;
  /** Search words of a medicine and a diagnosis that the hospital has. */
  readonly medicine: string;
  readonly diagnosis: string;
};

const roles = {
  doctor: '--account',
  secondDoctor: '--second-account',
  auditor: '--reviewer',
  secondReviewer: '--second-reviewer',
  administrator: '--administrator',
  operator: '--operator',
} as const;
export type Role = keyof typeof roles;

/** What a run has found and made so far. */
export type World = ReturnType<typeof openWorld>;

/** The same in every run, so that the wrong passwords of earlier runs do not make the platform distrust the next. */
const deviceOf = ({ username, password }: Account) =>
  createHash('sha256').update(`${username}:${password}`).digest('hex');

export function openWorld(given: Given) {
  const http: Http = createHttp(given);
  const people = new Map<Role | 'patient', Promise<Person>>();
  const links = new Map<Role, Promise<Link>>();
  const newId = uuidv7({ now: Date.now, randomBytes });
  let phone: Promise<Phone> | null = null;

  function personWith(account: Account, device: string, tokens: Tokens): Person {
    const sending = { token: tokens.accessToken };
    return {
      ...{ tokens, account, device },
      ask: (operation, input) => http.ask(operation, input, sending),
      call: (operation, input) => http.call(operation, input, sending),
      refused: async (operation, input, ...codes) =>
        http.refusedWith(operation, await http.ask(operation, input, sending), ...codes),
    };
  }
  async function signIn(account: Account): Promise<Person> {
    const device = deviceOf(account);
    return personWith(account, device, await http.call(login, { ...account, device }));
  }

  /** Remembers a promise unless it fails, so that a later check can try again. */
  function once<K, T>(known: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
    const found = known.get(key);
    if (found) return found;
    const made = make();
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  }

  const world = {
    given,
    http,
    signIn,
    /** The consultation that the checks share: accepted by `doctor` once its race has run. */
    order: null as ConsultOrder | null,
    /** The doctor who won the race for it, and the other. */
    winner: null as Role | null,
    /** The head of its conversation when the doctor's socket joined. */
    joinedAt: null as number | null,
    submitted: null as PrescriptionId | null,
    lease: null as { leaseId: LeaseId; version: number } | null,
    /** Names of the calls that the platform does not have. */
    missing: new Set<string>(),
    newMessageId: () => ClientMessageId.parse(newId()),
    newRequestId: () => RequestId.parse(randomUUID()),
    person: (role: Role) => once(people, role, async () => signIn(needed(given[role], `needs ${roles[role]}`))),
    patient: () =>
      once(people, 'patient', async () => {
        const account = needed(given.patient, 'needs --patient');
        const { username: mobile, password } = account;
        const device = deviceOf(account);
        return personWith(account, device, await http.call(patientLogin, { mobile, password, device }));
      }),
    /** The doctor of the shared consultation. */
    treating: async () => world.person(needed(world.winner, 'needs an accepted consultation')),
    other: async () =>
      world.person(needed(world.winner, 'needs an accepted consultation') === 'doctor' ? 'secondDoctor' : 'doctor'),
    accepted: () => needed(world.order, 'needs an accepted consultation'),
    link: (role: Role) => once(links, role, async () => connect(given, await world.person(role))),
    treatingLink: async () => world.link(needed(world.winner, 'needs an accepted consultation')),
    otherLink: async () =>
      world.link(needed(world.winner, 'needs an accepted consultation') === 'doctor' ? 'secondDoctor' : 'doctor'),
    phone: () => {
      const { username: mobile, password } = needed(given.patient, 'needs --patient');
      phone ??= openPhone({ url: given.url, hospitalId: given.hospitalId, language: 'en', mobile, password, newId });
      return phone;
    },
    async close() {
      for (const link of await Promise.allSettled(links.values())) if (link.status === 'fulfilled') link.value.close();
      (await phone?.catch(() => null))?.close();
    },
  };
  return world;
}

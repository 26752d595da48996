import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runChecks } from '../../conformance/check.ts';
import { neverMade } from '../../conformance/evidence.ts';
import type { Finding } from '../../conformance/finding.ts';
import { groups } from '../../conformance/groups.ts';
import { exitCodeOf, leftOut } from '../../conformance/report.ts';
import { openWorld } from '../../conformance/world.ts';
import { pushRules } from '../../server/trail/rules.ts';
import { freePatients } from '../../simulator/freePatients.ts';
import type { Phone } from '../../simulator/phone.ts';
import { type Demonstration, openDemonstration } from '../support/demonstration.ts';
import { changingAnswers } from './changingAnswers.ts';

const password = 'Cloudroom2026';
const account = (username: string) => ({ username, password });

let platform: Demonstration;
let url: string;
let phone: Phone;

/** Opens the platform for each test or once for all; each test takes the next patient, as repeated runs of the kit do. */
function onPlatform(once: 'for each' | 'for all') {
  const [open, end] = once === 'for all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  open(async () => {
    platform = await openDemonstration();
    url = await platform.listen();
  }, 60_000);
  end(() => platform?.close());
  beforeEach(async () => {
    const [free] = await freePatients({ url, hospitalId: '1', password }, 1, 'en');
    if (!free) throw new Error('no patient is free');
    phone = free;
  }, 60_000);
  afterEach(() => phone.close());
}

/** The groups that a variant is about, with those that they build on. */
const chosen = (...names: readonly string[]) => groups.filter(({ name }) => names.includes(name));
const talking = chosen('Before sign-in', 'Session', 'Consultation', 'Messages');

async function findingsAt(at: string, checked: typeof groups = talking, more: object = {}): Promise<Finding[]> {
  const world = openWorld({
    ...{ url: at, prefix: '/api', hospitalId: '1', website: 'localhost', medicine: 'ambroxol', diagnosis: 'J20.9' },
    ...{ doctor: account('doctor01'), secondDoctor: account('doctor02') },
    ...{ auditor: account('auditor01'), secondReviewer: account('auditor02') },
    ...{ administrator: null, operator: null, patient: account(phone.mobile) },
    publishNotice: () => platform.publishesNotice(),
    ...more,
  });
  try {
    return await runChecks(checked, world);
  } finally {
    await world.close();
  }
}

const broken = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'failed');

type Changes = Parameters<typeof changingAnswers>[1];
type Events = Parameters<typeof changingAnswers>[2];
/** A rule that fails, and the reason that it gives. */
type Found = readonly [rule: RegExp, reason: RegExp];
type Variant = { answers?: Changes; events?: Events; checked?: typeof groups; found: readonly Found[] };
const history = '/infra/imMsg/queryImMg';

const reordered = (data: Record<string, unknown> | null) =>
  Array.isArray(data?.events) ? { ...data, events: data.events.toReversed() } : data;
const changedInfo = (change: (data: Record<string, unknown>) => unknown): Changes => ({
  '/consult/consult-order/detail': (body) => ({ ...body, data: body.data && change(body.data) }),
});

const partOf = (sent: unknown) => Object(sent).part;

/** A platform that never pushes these changes, each of which has a rule of its own in the kit. */
function silent(changes: Readonly<Record<string, (sent: unknown) => boolean>>): Variant {
  const building = ['Before sign-in', 'Session', 'Consultation', 'Medical record', 'Prescription', 'Review'];
  return {
    checked: chosen(...building, 'Changes elsewhere'),
    events: (event, sent) => (changes[event]?.(sent) ? [] : [sent]),
    found: Object.keys(changes).map((name) => [
      new RegExp(`\\(.*${name}.*\\)$`),
      new RegExp(`^no fitting event ${name}$`),
    ]),
  };
}
const always = () => true;

/** Variants about doctor and patient alone. */
const talks: Record<string, Variant> = {
  'a field that is dropped': {
    answers: changedInfo(({ orderNo: _, ...rest }) => rest),
    found: [[/the order, the history and the earlier records/, /detail: orderNo: expected string, received nothing$/]],
  },
  'a type that is changed': {
    answers: changedInfo((data) => ({ ...data, status: 'twenty' })),
    found: [
      [/the order, the history and the earlier records/, /detail: status: expected .+, received string "twenty"$/],
    ],
  },
  'a renewal that is refused': {
    answers: { '/doctor/auth/refresh-token': (body) => ({ ...body, code: 401, data: null }) },
    found: [[/a refresh token in the query gives new tokens/, /refresh-token is refused with code 401$/]],
  },
  'live messages that come twice': {
    events: (name, sent) => (name === 'conversation:event' ? [sent, sent] : [sent]),
    found: [[/every event after the join was pushed once/, /^event \d+ was pushed 2 times$/]],
  },
  'a live message that never comes': {
    events: (name, sent) => (name === 'conversation:event' && JSON.stringify(sent).includes('number 7') ? [] : [sent]),
    found: [[/every event after the join was pushed once/, /^event \d+ was pushed 0 times$/]],
  },
  'a history in another order': {
    answers: { [history]: (body) => ({ ...body, data: reordered(body.data) }) },
    found: [[/seqs are dense/, /^they are out of order$/]],
  },
};

/** Variants in which reviewers and administrators take part. */
const silences: Record<string, Variant> = {
  'changes that never come': silent({
    ...{ 'record:changed': always, 'patient:changed': always, 'account:changed': always },
    ...{ 'duty:changed': always, 'notices:changed': always, 'audit:changed': always, 'question:changed': always },
    'own:changed': (sent) => partOf(sent) === 'services',
    'hospital:changed': (sent) => partOf(sent) === 'checks',
  }),
  // Its rule begins with a claim that is announced.
  'a presence of reviewers that never comes': silent({ 'audit:presence': always }),
};

test('every change that the platform pushes has a rule of the kit', () => {
  const folder = 'conformance/checks';
  const checks = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const others = ['typing', 'presence', 'events:missed', 'session:expired', 'session:revoked'];
  const pushed = Object.keys(pushRules).filter((name) => !others.includes(name));
  expect(pushed.filter((name) => !checks.some((text) => text.includes(`'${name}'`)))).toEqual([]);
});

async function isFound({ answers = {}, events, checked = talking, found }: Variant) {
  const changed = await changingAnswers(url, answers, events);
  try {
    const findings = await findingsAt(changed.url, checked, { administrator: account('admin01') });
    for (const [rule, reason] of found)
      expect(broken(findings).find((one) => rule.test(one.rule))?.reason, String(rule)).toMatch(reason);
    for (const { rule, expected, received } of broken(findings)) {
      expect([expected, received]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
      expect(expected).not.toBe(rule);
    }
    expect(exitCodeOf(findings, false)).toBe(1);
  } finally {
    changed.close();
  }
}

test('calls that no run can make do not count as left out', () => {
  const never = Object.keys(neverMade).map((name) => ({
    ...{ group: 'Calls whose answer was not checked', rule: `${name} (POST /x)`, core: false },
    ...{ state: 'notChecked' as const, reason: 'its code goes to a phone' },
  }));
  expect(exitCodeOf(never, true)).toBe(0);
});

describe('on one platform', () => {
  onPlatform('for all');

  test.each(Object.entries(talks))(
    '%s is found, with what was expected and what came',
    (_, variant) => isFound(variant),
    240_000,
  );

  test('a patient who goes on writing breaks no rule', async () => {
    const world = { isOver: false, written: 0 };
    const writing = (async () => {
      while (!world.isOver) {
        const [open] = (await phone.orders()).filter(({ status }) => status === 20);
        if (open) {
          await phone.says(open.conversationId, 'And another thing').then(
            () => (world.written += 1),
            () => {},
          );
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const findings = await findingsAt(url);
    world.isOver = true;
    await writing;
    expect(world.written).toBeGreaterThan(0);
    expect(broken(findings)).toEqual([]);
  }, 240_000);

  test('where core rules cannot be checked, because nobody waits, the exit code is 3 and not 0', async () => {
    const changed = await changingAnswers(url, {
      '/consult/consult-cloud/awaitList': (body) => ({ ...body, data: [] }),
    });
    try {
      const findings = await findingsAt(changed.url, talking, { patient: null });
      expect(broken(findings)).toEqual([]);
      expect(leftOut(findings, false).length).toBeGreaterThan(10);
      expect(exitCodeOf(findings, false)).toBe(3);
    } finally {
      changed.close();
    }
  }, 240_000);
});

// Wrong passwords of earlier runs would make the platform distrust the first sign-in of a reviewer.
describe('on a platform of its own', () => {
  onPlatform('for each');

  test.each(Object.entries(silences))(
    '%s is found, with what was expected and what came',
    (_, variant) => isFound(variant),
    240_000,
  );

  test('without a patient account an adult is taken, whoever waits first, and the core rules are checked', async () => {
    const core = groups.filter(({ core: isCore }) => isCore);
    const ageOf = ({ patient }: { patient: { age: number } }) => patient.age;
    const changed = await changingAnswers(url, {
      '/consult/consult-cloud/awaitList': (body) => {
        const rows = body.data as never as { patient: { age: number } }[];
        return Array.isArray(rows) ? { ...body, data: rows.toSorted((one, other) => ageOf(one) - ageOf(other)) } : body;
      },
    });
    try {
      const findings = await findingsAt(changed.url, core, { patient: null });
      expect(broken(findings)).toEqual([]);
      expect(leftOut(findings, false)).toEqual([]);
      expect(exitCodeOf(findings, false)).toBe(0);
      // Everything that this run was not given the accounts for.
      expect(exitCodeOf(findings, true)).toBe(3);
    } finally {
      changed.close();
    }
  }, 240_000);
});

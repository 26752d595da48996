import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
beforeEach(async () => {
  platform = await openDemonstration();
  url = await platform.listen();
  const [free] = await freePatients({ url, hospitalId: '1', password }, 1, 'en');
  if (!free) throw new Error('no patient is free');
  phone = free;
}, 60_000);
afterEach(async () => {
  phone.close();
  await platform?.close();
});

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
type Variant = { answers?: Changes; events?: Events; checked?: typeof groups; rule: RegExp; reason: RegExp };
const history = '/infra/imMsg/queryImMg';

const reordered = (data: Record<string, unknown> | null) =>
  Array.isArray(data?.events) ? { ...data, events: data.events.toReversed() } : data;
const changedInfo = (change: (data: Record<string, unknown>) => unknown): Changes => ({
  '/consult/consult-order/detail': (body) => ({ ...body, data: body.data && change(body.data) }),
});

const prescribingGroups = ['Prescription', 'Review'];

/** A platform that never pushes one kind of change. */
const silent = (name: string, more: Partial<Variant> = {}): [string, Variant] => [
  `${name} that never comes`,
  {
    checked: chosen(
      'Before sign-in',
      'Session',
      'Consultation',
      'Medical record',
      ...prescribingGroups,
      'Changes elsewhere',
    ),
    events: (event, sent) => (event === name ? [] : [sent]),
    rule: new RegExp(`\\(.*${name}.*\\)$`),
    reason: new RegExp(`^no fitting event ${name}$`),
    ...more,
  },
];
const partOf = (sent: unknown) => Object(sent).part;

const variants: Record<string, Variant> = {
  'a field that is dropped': {
    answers: changedInfo(({ orderNo: _, ...rest }) => rest),
    rule: /the order, the history and the earlier records/,
    reason: /detail: orderNo: expected string, received nothing$/,
  },
  'a type that is changed': {
    answers: changedInfo((data) => ({ ...data, status: 'twenty' })),
    rule: /the order, the history and the earlier records/,
    reason: /detail: status: expected .+, received string "twenty"$/,
  },
  'a renewal that is refused': {
    answers: { '/doctor/auth/refresh-token': (body) => ({ ...body, code: 401, data: null }) },
    rule: /a refresh token in the query gives new tokens/,
    reason: /refresh-token is refused with code 401$/,
  },
  'live messages that come twice': {
    events: (name, sent) => (name === 'conversation:event' ? [sent, sent] : [sent]),
    rule: /every event after the join was pushed once/,
    reason: /^event \d+ was pushed 2 times$/,
  },
  'a live message that never comes': {
    events: (name, sent) => (name === 'conversation:event' && JSON.stringify(sent).includes('number 7') ? [] : [sent]),
    rule: /every event after the join was pushed once/,
    reason: /^event \d+ was pushed 0 times$/,
  },
  'a history in another order': {
    answers: { [history]: (body) => ({ ...body, data: reordered(body.data) }) },
    rule: /seqs are dense/,
    reason: /^they are out of order$/,
  },
  ...Object.fromEntries([
    ...['record:changed', 'patient:changed', 'account:changed', 'duty:changed', 'notices:changed'].map((name) =>
      silent(name),
    ),
    ...['audit:changed', 'audit:presence', 'question:changed'].map((name) => silent(name)),
    silent('hospital:changed', {
      events: (name, sent) => (name === 'hospital:changed' && partOf(sent) === 'checks' ? [] : [sent]),
    }),
  ]),
};

test('every change that the platform pushes has a rule of the kit', () => {
  const folder = 'conformance/checks';
  const checks = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const others = ['typing', 'presence', 'events:missed', 'session:expired', 'session:revoked'];
  const pushed = Object.keys(pushRules).filter((name) => !others.includes(name));
  expect(pushed.filter((name) => !checks.some((text) => text.includes(`'${name}'`)))).toEqual([]);
});

test.each(Object.entries(variants))(
  '%s is found, with what was expected and what came',
  async (_, { answers = {}, events, checked = talking, rule, reason }) => {
    const changed = await changingAnswers(url, answers, events);
    try {
      const findings = await findingsAt(changed.url, checked, { administrator: account('admin01') });
      const found = broken(findings).find((one) => rule.test(one.rule));
      expect(found?.reason).toMatch(reason);
      for (const { rule, expected, received } of broken(findings)) {
        expect([expected, received]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
        expect(expected).not.toBe(rule);
      }
      expect(exitCodeOf(findings, false)).toBe(1);
    } finally {
      changed.close();
    }
  },
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

test('calls that no run can make do not count as left out', () => {
  const never = Object.keys(neverMade).map((name) => ({
    ...{ group: 'Calls whose answer was not checked', rule: `${name} (POST /x)`, core: false },
    ...{ state: 'notChecked' as const, reason: 'its code goes to a phone' },
  }));
  expect(exitCodeOf(never, true)).toBe(0);
});

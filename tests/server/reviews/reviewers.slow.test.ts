import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { type AuditItem, pageAudit, pullAudit } from '../../../contract/extension/audit.ts';
import { getPrescription } from '../../../contract/http/prescription.ts';
import type { Calls } from '../../../simulator/calls.ts';
import { signedIn } from '../../support/openConsultations.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

const prescriptions = 200;
const withinS = 24;
const killedEveryMs = 5_000;
const mostKills = 15;

let platform: Platform;
const children = new Map<string, ChildProcess>();
beforeAll(async () => {
  // At the end one reviewer reads all prescriptions faster than a person may.
  platform = await startPlatform({ beginsWith: inject('seededFolder'), env: { LIMIT_FACTOR: '10' } });
}, 120_000);
afterAll(async () => {
  for (const child of children.values()) child.kill('SIGKILL');
  await platform?.stop();
});

const accounts = ['auditor01', 'auditor02', 'auditor03'] as const;

/** Starts a script as a process of its own under this name. */
function start(name: string, script: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', ...script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.set(name, child);
  return child;
}

const startReviewer = (account: string, seed: number) =>
  start(account, ['tests/support/scriptedReviewer.ts', platform.url, account, String(seed)]);

/** The simulator's doctors submit the prescriptions; resolves to their numbers when the last one is submitted. */
function prescribe(): Promise<{ numbers: string[]; took: string }> {
  const what = ['--prescriptions', String(prescriptions), '--within', String(withinS), '--url', platform.url];
  const child = start('simulator', ['simulator/main.ts', ...what]);
  const numbers: string[] = [];
  let took = '';
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, number] = /^prescription (\S+)$/.exec(line) ?? [];
      if (number === undefined) took = line;
      else numbers.push(number);
    });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve({ numbers, took });
      else reject(new Error(`the simulator ended with ${code} after ${numbers.length} prescriptions`));
    });
  });
}

/** The queue as a client follows it by cursor: what waits, and every prescription that was ever in it. */
function followQueue(call: Calls['call']) {
  const waiting = new Map<string, AuditItem>();
  const seen = new Map<string, AuditItem>();
  let cursor = { updateTime: 0, lastId: 0 };
  return {
    waiting,
    seen,
    async pull() {
      for (;;) {
        const { list, more, ...next } = await call(pullAudit, { ...cursor, limit: 200 });
        for (const item of list) {
          seen.set(item.prescriptionNo, item);
          if (item.status === PrescriptionStatus.pending) waiting.set(item.id, item);
          else waiting.delete(item.id);
        }
        cursor = next;
        if (!more) return;
      }
    },
  };
}

test(`${prescriptions} prescriptions and three auditors who are killed in turn: each is decided once`, async () => {
  const watcher = await signedIn(platform.url, 'auditor03');
  const queue = followQueue(watcher);
  await queue.pull();
  for (const [n, account] of accounts.entries()) startReviewer(account, n);
  let kills = 0;
  const killing = setInterval(() => {
    if (kills === mostKills) return;
    const account = accounts[kills % accounts.length] ?? accounts[0];
    children.get(account)?.kill('SIGKILL');
    kills += 1;
    startReviewer(account, 100 + kills);
  }, killedEveryMs);

  const began = Date.now();
  let numbers: string[] = [];
  try {
    const submitted = await prescribe();
    numbers = submitted.numbers;
    await expect
      .poll(
        async () => {
          await queue.pull();
          return queue.waiting.size;
        },
        { timeout: 400_000, interval: 1_000 },
      )
      .toBe(0);
    process.stderr.write(`${submitted.took}, all decided after ${Date.now() - began} ms, ${kills} kills\n`);
  } finally {
    clearInterval(killing);
  }

  expect((await watcher(pageAudit, { pageNo: 1, pageSize: 200 })).list).toEqual([]);
  expect(new Set(numbers).size).toBe(prescriptions);
  const decisions: Record<string, number> = { approved: 0, rejected: 0 };
  const deciders = new Set<string>();
  for (const number of numbers) {
    const { id } = queue.seen.get(number) ?? {};
    if (id === undefined) throw new Error(`${number} was never in the queue`);
    const { logs, status } = await watcher(getPrescription, { id });
    const decided = (logs ?? []).filter(({ action }) => action in decisions);
    expect(decided, `decisions on ${number}, status ${status}`).toHaveLength(1);
    for (const { action, operator } of decided) {
      decisions[action] = (decisions[action] ?? 0) + 1;
      deciders.add(operator);
    }
  }
  expect(deciders.size).toBe(accounts.length);
  expect(decisions.approved).toBeGreaterThan(prescriptions / 4);
  expect(decisions.rejected).toBeGreaterThan(prescriptions / 4);
}, 900_000);

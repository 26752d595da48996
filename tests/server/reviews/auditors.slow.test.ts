import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { type AuditItem, pageAudit, pullAudit } from '../../../contract/extension/audit.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { type Drug, searchDrugs } from '../../../contract/http/drugs.ts';
import { cancelPrescription, createPrescription, getPrescription } from '../../../contract/http/prescription.ts';
import { type PrescriptionId, RequestId } from '../../../contract/ids.ts';
import type { Calls } from '../../../simulator/calls.ts';
import { type Desk, lineOf, openDesks, signedIn } from '../../support/desks.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

const prescriptions = 500;
const everyMs = 60_000 / prescriptions;
const killedEveryMs = 10_000;

let platform: Platform;
const auditors = new Map<number, ChildProcess>();
beforeAll(async () => {
  platform = await startPlatform({ beginsWith: inject('seededFolder') });
}, 120_000);
afterAll(async () => {
  for (const child of auditors.values()) child.kill('SIGKILL');
  await platform?.stop();
});

/** The third process is another device of the first auditor. */
const accounts = ['auditor01', 'auditor02', 'auditor01'];

function startAuditor(n: number, seed: number) {
  const script = ['tests/support/scriptedAuditor.ts', platform.url, accounts[n] ?? '', String(seed)];
  const child = spawn(process.execPath, ['--import', 'tsx', ...script], { stdio: ['ignore', 'ignore', 'inherit'] });
  auditors.set(n, child);
}

/** Medicines for skin, eyes and nose, of which a patient can have many at once. */
async function smallMedicines({ call, content }: Desk): Promise<Drug[]> {
  const found = new Map<string, Drug>();
  for (const keyword of ['软膏', '乳膏', '滴眼液', '凝胶', '喷雾'])
    for (const drug of await call(searchDrugs, { warehouseId: content.warehouseId, keyword }))
      if ((drug.stock ?? 0) > 40) found.set(drug.name, drug);
  return [...found.values()];
}

/** A doctor's consultation, whose medicines are prescribed in turn; what is still in use is cancelled first. */
function createPrescriber({ call, content }: Desk, medicines: readonly Drug[], first: number) {
  const latest = new Map<Drug, PrescriptionId>();
  let at = first;

  async function isFree(drug: Drug): Promise<boolean> {
    const before = latest.get(drug);
    if (before === undefined) return true;
    const { status, version } = await call(getPrescription, { id: before });
    if (status === PrescriptionStatus.pending) return false;
    if (status === PrescriptionStatus.approved)
      await call(cancelPrescription, { id: before, version, reason: 'The next course' });
    return true;
  }

  async function prescribes(drug: Drug): Promise<PrescriptionId | null> {
    const written = { ...content, lines: [lineOf(drug)] };
    const { hits } = await call(checkPrescription, written);
    if (hits.some(({ level }) => level === 'block')) return null;
    const overrides = hits
      .filter(({ needReason }) => needReason)
      .map(({ ruleCode, level, lineIndex }) => ({ ruleCode, lineIndex, severity: level, reason: 'Asked the patient' }));
    const clientRequestId = RequestId.parse(crypto.randomUUID());
    return (await call(createPrescription, { ...written, overrides, clientRequestId })).id;
  }

  /** Submits a prescription of the next medicine that the patient does not have. */
  return async (): Promise<PrescriptionId> => {
    for (let tried = 0; tried < medicines.length; tried += 1) {
      const drug = medicines[at % medicines.length] as Drug;
      at += 1;
      const id = (await isFree(drug)) ? await prescribes(drug) : null;
      if (id === null) continue;
      latest.set(drug, id);
      return id;
    }
    throw new Error('every medicine is in use');
  };
}

/** The queue as a client follows it by cursor: what waits, and what has left it. */
function followQueue(call: Calls['call']) {
  const waiting = new Map<string, AuditItem>();
  let cursor = { updateTime: 0, lastId: 0 };
  return {
    waiting,
    async pull() {
      for (;;) {
        const { list, more, ...next } = await call(pullAudit, { ...cursor, limit: 200 });
        for (const item of list) {
          if (item.status === PrescriptionStatus.pending) waiting.set(item.id, item);
          else waiting.delete(item.id);
        }
        cursor = next;
        if (!more) return;
      }
    },
  };
}

test(`${prescriptions} prescriptions in a minute, three auditors of whom one is killed every ten seconds: each is decided exactly once`, async () => {
  const desks = await openDesks(platform.url, 6);
  const medicines = await smallMedicines(desks[0] as Desk);
  const watcher = await signedIn(platform.url, 'auditor02');
  const queue = followQueue(watcher);
  await queue.pull();
  for (const n of accounts.keys()) startAuditor(n, n);
  let kills = 0;
  const killing = setInterval(() => {
    const n = kills % accounts.length;
    auditors.get(n)?.kill('SIGKILL');
    kills += 1;
    startAuditor(n, 100 + kills);
  }, killedEveryMs);

  const began = Date.now();
  const made: { id: PrescriptionId; desk: Desk }[] = [];
  try {
    // Each desk writes its own one after the other, and all desks together one every 120 ms.
    await Promise.all(
      desks.map(async (desk, at) => {
        const submits = createPrescriber(desk, medicines, 5 * at);
        for (let n = at; n < prescriptions; n += desks.length) {
          const early = began + n * everyMs - Date.now();
          if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
          made.push({ id: await submits(), desk });
        }
      }),
    );
    const took = Date.now() - began;
    await expect
      .poll(
        async () => {
          await queue.pull();
          return queue.waiting.size;
        },
        { timeout: 400_000, interval: 1_000 },
      )
      .toBe(0);
    process.stderr.write(
      `${made.length} submitted in ${took} ms, all decided after ${Date.now() - began} ms, ${kills} kills\n`,
    );
  } finally {
    clearInterval(killing);
  }

  expect((await watcher(pageAudit, { pageNo: 1, pageSize: 200 })).list).toEqual([]);
  const decisions: Record<string, number> = { approved: 0, rejected: 0 };
  for (const { id, desk } of made) {
    const { logs, status } = await desk.call(getPrescription, { id });
    const decided = (logs ?? []).map(({ action }) => action).filter((action) => action in decisions);
    expect(decided, `decisions on ${id}, status ${status}`).toHaveLength(1);
    decisions[decided[0] ?? ''] = (decisions[decided[0] ?? ''] ?? 0) + 1;
  }
  expect(new Set(made.map(({ id }) => id)).size).toBe(prescriptions);
  expect(decisions.approved).toBeGreaterThan(prescriptions / 4);
  expect(decisions.rejected).toBeGreaterThan(prescriptions / 4);
}, 900_000);

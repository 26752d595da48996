import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { hospitalDay } from '../../../server/db/hospitalDay.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { contentOf } from '../../support/copiedWorlds.ts';
import { killedAfter } from '../../support/killedWork.ts';
import { openTrailWorld, type TrailWorld } from '../../support/trailWorld.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let world: TrailWorld;
beforeAll(async () => {
  world = await openTrailWorld();
});
afterAll(() => world?.platform.close());

const later = (ms: number) => {
  world.clock.now += ms;
};

/** For each job prepares work for it. A job without patients' data leaves no row in the trail. */
const prepared: Readonly<Record<string, { isNoted: boolean; prepare: () => Promise<unknown> }>> = {
  'end sessions of disabled accounts': {
    isNoted: false,
    async prepare() {
      const { id } = await world.person.doctor();
      await world.platform.db.update(staff).set({ disabled: true }).where(eq(staff.id, id));
    },
  },
  'remove expired sessions, tickets and devices': {
    isNoted: false,
    async prepare() {
      await world.person.doctor();
      later(60 * dayMs);
    },
  },
  'move due orders': {
    isNoted: true,
    async prepare() {
      await world.running();
      later(3 * dayMs);
    },
  },
  'duty follows the schedules': {
    isNoted: false,
    async prepare() {
      const doctor = await world.person.doctor();
      const list = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, period: 'morning', consultType: 1, quota: 5 }));
      await world.data('putSchedule', doctor, { list });
      await world.data('setDuty', doctor, { state: 'away' });
      later(dayMs);
    },
  },
  'leave begins': {
    isNoted: true,
    async prepare() {
      const { doctor } = await world.running();
      const from = hospitalDay(world.clock.now + dayMs);
      await world.data('addLeave', doctor, { from, to: from, kind: 'sick' });
      later(dayMs);
    },
  },
  'expire prescriptions': {
    isNoted: true,
    async prepare() {
      await world.prescription(true);
      later(10 * dayMs);
    },
  },
  'release expired leases': {
    isNoted: true,
    async prepare() {
      await world.review();
      later(limits.auditLeaseMs);
    },
  },
  'carry out decisions': {
    isNoted: true,
    async prepare() {
      const { auditor: reviewer, lease, version } = await world.review();
      const decision = { ...lease, version, checklist: world.allTicked, undoMs: limits.undoMs };
      await world.data('approveAudit', reviewer, decision);
      later(limits.undoMs);
    },
  },
  'count changed findings': { isNoted: false, prepare: async () => void (await world.review()) },
  'count old findings': {
    isNoted: false,
    async prepare() {
      await world.review();
      later(minuteMs * 11);
    },
  },
  'remove old review drafts': {
    isNoted: false,
    async prepare() {
      const { auditor: reviewer, rxId } = await world.review();
      await world.data('saveReviewDraft', reviewer, { id: rxId, comment: 'dose?', reasonCodes: [] });
      await world.platform.db.update(prescription).set({ status: 30 }).where(eq(prescription.id, rxId));
    },
  },
  'remove unused files': {
    isNoted: true,
    async prepare() {
      await world.data('uploadFile', await world.person.doctor());
      later(limits.attachmentKeptMs + dayMs + minuteMs);
    },
  },
  'clean stored files': {
    isNoted: true,
    async prepare() {
      await world.data('uploadFile', await world.person.doctor());
      await world.platform.db.update(fileObject).set({ cleanedBy: 0, sha256: 'before' });
    },
  },
  'remove old dry runs': {
    isNoted: false,
    async prepare() {
      const upload = new TextEncoder().encode('code,name,nameEn,words\nA00.0,霍乱,Cholera,\n');
      await world.data('checkImport', await world.person.administrator(), { kind: 'diagnoses', upload });
      later(3 * dayMs);
    },
  },
  'seal the trail': { isNoted: false, prepare: async () => world.running() },
  'remove old answers, events, counters and reports': {
    isNoted: false,
    async prepare() {
      await world.prescription(true);
      later(60 * dayMs);
    },
  },
};

/** Jobs about files on the disk only, and the one that tests/server/trail/retention.test.ts kills. */
const elsewhere = ['remove unfinished uploads', 'clear the incoming folder', 'remove expired trail rows'];

async function run(name: string): Promise<void> {
  const job = world.platform.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  await job.run();
}

test('every job is among them', () => {
  const names = world.platform.jobs.map(({ name }) => name);
  expect([...Object.keys(prepared), ...elsewhere].sort()).toEqual(names.sort());
});

test.each(Object.entries(prepared))(
  '%s, killed at any moment, leaves whole steps with trail rows, and the next run completes it',
  async (name, { isNoted, prepare }) => {
    const killed = async (statements: number) => {
      await prepare();
      return killedAfter(world.platform, statements, () => run(name).catch(() => {}));
    };
    const whole = await killed(Number.POSITIVE_INFINITY);
    expect(whole.tables.length).toBeGreaterThan(0);
    for (const moment of whole.moments) {
      const { tables, rows } = await killed(moment);
      expect(whole.tables).toEqual(expect.arrayContaining(tables));
      if (isNoted && tables.length > 0) expect(rows).toBeGreaterThan(0);
      await run(name);
      const after = await contentOf(world.platform.db);
      await run(name);
      expect(await contentOf(world.platform.db)).toEqual(after);
    }
  },
);

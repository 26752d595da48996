import { BehaviorSubject } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { acceptOrder } from '../../contract/extension/consult.ts';
import { cancelPrescription } from '../../contract/http/prescription.ts';
import { AccountId, HospitalId } from '../../contract/ids.ts';
import { openAwaiting } from '../../src/compose/adapters/messages.ts';
import { openStorage } from '../../src/compose/app/personalStorage.ts';
import { openReviewerServices } from '../../src/compose/app/reviewerServices.ts';
import { inOrder } from '../../src/domain/reviewQueue.ts';
import { createAlarm } from '../../src/services/alarm.ts';
import { type Consultations, openConsultations } from '../support/consultPlatform.ts';
import { openTestDatabase } from '../support/database.ts';
import { type FaultProxy, faultProxy } from '../support/faultProxy.ts';
import { type Hospital, lineOf, openHospital } from '../support/hospital.ts';
import { submitted } from '../support/prescribing.ts';
import { closeWorkstations, fakeWindow, openWorkstation, serveLive } from '../support/workstation.ts';

const clock = {
  get now() {
    return Date.now();
  },
};
const log = () => {};
const soon = { timeout: 15_000, interval: 50 };

/** Runs `meanwhile` while the line is down. */
async function away(proxy: FaultProxy, meanwhile: () => Promise<void>) {
  proxy.refuse();
  proxy.reset();
  await meanwhile();
  proxy.heal();
}

/** Runs `happens` after a new link opens but before the platform receives its list subscription. */
async function beforeItWatches(proxy: FaultProxy, happens: () => Promise<void>) {
  const releases: (() => void)[] = [];
  proxy.frames((text, direction, send) => {
    if (direction === 'up' && /:watch"/.test(text)) releases.push(() => send(text));
    else send(text);
  });
  proxy.reset();
  await expect.poll(() => releases.length, soon).toBeGreaterThan(0);
  await happens();
  proxy.frames(null);
  for (const release of releases) release();
}

const portOf = (url: string) => Number(new URL(url).port);

afterEach(closeWorkstations);

describe('the waiting patients', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let platform: Consultations;
  let proxy: FaultProxy;
  beforeAll(async () => {
    database = await openTestDatabase();
    platform = await openConsultations(database.db, clock);
    const port = portOf(await platform.listen());
    proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port }) });
  }, 60_000);
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await proxy?.close();
    await platform?.close();
    await database?.close();
  });

  const waits = async (priority = 0) => (await platform.hospital.order(OrderStatus.awaiting, {}, { priority })).id;

  async function watching() {
    const doctor = await platform.doctor();
    const colleague = await platform.doctor();
    const { api, socket, scope, visible$ } = openWorkstation(proxy, doctor);
    const me = AccountId.parse(doctor.id);
    const { list } = openAwaiting({ api, socket, visible$, me, now: Date.now }, scope);
    const shown = () => list.value.waiting.map(({ id }) => id);
    const takes = async (id: string) => void (await platform.data(acceptOrder, colleague, { id }));
    await expect.poll(() => list.value.state, soon).toBe('live');
    return { list, shown, takes };
  }

  test('that changed while the line was down are correct after it returns, each once and in order', async () => {
    const [first, second] = [await waits(), await waits()];
    const { shown, list, takes } = await watching();
    expect(shown()).toEqual([first, second]);
    const came: string[] = [];
    await away(proxy, async () => {
      await expect.poll(() => list.value.state, soon).toBe('stale');
      await takes(first);
      came.push(await waits(), await waits(1));
    });
    const [later, urgent] = came;
    await expect.poll(shown, soon).toEqual([urgent, second, later]);
    await expect.poll(() => list.value.state, soon).toBe('live');
  }, 40_000);

  test('that are accepted before the subscription arrives are removed', async () => {
    const id = await waits();
    const { shown, takes } = await watching();
    expect(shown()).toContain(id);
    await beforeItWatches(proxy, () => takes(id));
    await expect.poll(shown, soon).not.toContain(id);
  }, 40_000);
});

describe('the review queue', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let hospital: Hospital;
  let proxy: FaultProxy;
  const people = new Map<string, Awaited<ReturnType<Hospital['hire']>>>();
  beforeAll(async () => {
    database = await openTestDatabase();
    hospital = await openHospital(database, clock);
    const port = await serveLive(database, hospital, people);
    proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port }) });
  }, 60_000);
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await proxy?.close();
    await hospital?.close();
    await database?.close();
  });

  async function watching() {
    const [doctor, reviewer] = [await hospital.hire(false), await hospital.hire(true)];
    people.set(reviewer.id, reviewer);
    const submits = (more: Record<string, unknown> = {}) => submitted(hospital, doctor, more);
    /** An emergency prescription, which may cover at most three days. */
    const submitsUrgent = async () => {
      const drugId = await hospital.here.stock('amoxicillin', 10);
      return submits({ rxType: 1, lines: [lineOf(drugId, { days: 3 })] });
    };
    const withdraws = async ({ id, version }: Awaited<ReturnType<typeof submits>>) => {
      const { code, msg } = await hospital.call(cancelPrescription, doctor, { id, version, reason: 'A mistake' });
      if (code !== 200) throw new Error(msg);
    };
    const { api, socket, scope, visible$ } = openWorkstation(proxy, {
      hospitalId: reviewer.hospitalId,
      token: reviewer.id,
    });
    const owner = { hospitalId: HospitalId.parse(reviewer.hospitalId), userId: AccountId.parse(reviewer.id) };
    const alarm = createAlarm({ now: Date.now, page: new EventTarget() });
    const storage = openStorage({ window: fakeWindow(), owner, log });
    const opened = openReviewerServices({
      owner,
      api,
      alarm,
      now: Date.now,
      hours: () => wholeDay,
      socket,
      visible$,
      storage,
      settings: { current$: new BehaviorSubject<Readonly<Record<string, unknown>>>({ 'reviews.opensNext': false }) },
    });
    scope.add(() => {
      opened.close();
      storage.close();
    });
    const { queue } = opened.services.queue;
    const shown = () => inOrder(queue.value).map(({ id }) => id);
    await expect.poll(() => queue.value.state, soon).toBe('live');
    return { queue, shown, submits, submitsUrgent, withdraws };
  }

  test('after an outage the queue has what was submitted and nothing withdrawn, each once and in order', async () => {
    const { queue, shown, submits, submitsUrgent, withdraws } = await watching();
    const [first, second] = [await submits(), await submits()];
    await expect.poll(shown, soon).toEqual([first.id, second.id]);
    const came: string[] = [];
    await away(proxy, async () => {
      await expect.poll(() => queue.value.state, soon).toBe('stale');
      await withdraws(first);
      came.push((await submits()).id, (await submitsUrgent()).id);
    });
    const [later, emergency] = came;
    await expect.poll(shown, soon).toEqual([emergency, second.id, later]);
    await expect.poll(() => queue.value.state, soon).toBe('live');
  }, 40_000);

  test('misses nothing that happens before the subscription arrives', async () => {
    const { shown, submits } = await watching();
    const came: string[] = [];
    await beforeItWatches(proxy, async () => {
      came.push((await submits()).id);
    });
    await expect.poll(() => shown().filter((id) => came.includes(id)), soon).toEqual(came);
  }, 40_000);
});

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { logout } from '../../../contract/http/auth.ts';
import type { FrameHook } from '../../../server/demo/faults/faultLink.ts';
import { dropEvents, repeatEvents, reverseEvents, withholdEvents } from '../../../server/demo/faults/frameHooks.ts';
import type { Testbed } from './testbed.ts';

export type Scene = {
  testbed: Testbed;
  random: () => number;
  /** Sends this many messages from the doctor and the patients. */
  sendMessages: (count: number) => Promise<void>;
  /** Sends this many messages from the doctor, in this tab or another. */
  sendAsDoctor: (count: number, at?: { page: Page; cases: Testbed['open'] }) => Promise<void>;
  /** True in a run of hours, in which faults last longer. */
  long: boolean;
  measured: (what: string, ms: number) => void;
};

type Fault = (scene: Scene) => Promise<void>;

/** Drops everything the doctor sends. */
const holdSends: FrameHook = (text, direction, send) => {
  if (direction === 'down' || !text.includes('["message:send"')) send(text);
};
/** Drops both the acknowledgement and the echo. */
const dropReplies: FrameHook = (text, direction, send) => {
  if (direction === 'up' || !/^4[23]/.test(text)) send(text);
};

async function until(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(50)) if (await isSo()) return true;
  return false;
}

/** Runs with other frame hooks for a while. */
const through =
  (hook: () => FrameHook, count: number, ms: number): Fault =>
  async ({ testbed, sendMessages }) => {
    testbed.frames(hook());
    await sendMessages(count);
    await pause(ms);
    testbed.frames(null);
  };

async function cut({ testbed, random, sendMessages }: Scene, direction: 'up' | 'down') {
  testbed.proxy.cutAfter(direction, Math.floor(random() * 400));
  await sendMessages(3);
}

/** A message sent during a crash is in the chat or in the reply box. This sends those in the reply box. */
async function resume({ testbed }: Scene) {
  const latest = new Map(
    testbed.typed.filter(({ by }) => by === 'doctor').map((one) => [one.conversationId, one.text]),
  );
  const places = testbed.open.map(({ name, conversationId }) => ({
    box: testbed.doctor.box(testbed.doctor.page(), name),
    bubble: testbed.doctor.page().locator('.chat-bubble', { hasText: latest.get(conversationId) ?? '' }),
  }));
  for (const { box, bubble } of places)
    await until(async () => (await bubble.count()) > 0 || (await box.inputValue()) !== '', 15_000);
  // A fixed wait gives a duplicate time to arrive.
  await pause(500);
  for (const { box } of places) if ((await box.inputValue()) !== '') await box.press('Enter');
}

/** Cuts the line for a while, while doctor and patients continue. */
async function offlineFor({ testbed, sendMessages }: Scene, ms: number) {
  testbed.proxy.refuse();
  testbed.proxy.reset();
  await testbed.doctor.context().setOffline(true);
  await sendMessages(5);
  await pause(ms);
  await testbed.doctor.context().setOffline(false);
}

async function revoke({ testbed }: Scene) {
  const token = await testbed.doctor.stored('ACCESS_TOKEN');
  await fetch(`${testbed.platform.url}/api${logout.path}`, {
    method: logout.method,
    headers: { authorization: `Bearer ${token}`, 'tenant-id': '1', 'content-type': 'application/json' },
    body: '{}',
  });
}

/** All faults by name. They affect the line, the server, the page or the browser. */
export const faults = {
  async reset({ testbed, sendMessages }) {
    testbed.proxy.reset();
    await sendMessages(2);
  },
  async resetSocket({ testbed, sendMessages }) {
    testbed.proxy.reset('webSocket');
    await sendMessages(2);
  },
  async halfOpen({ testbed, random, sendMessages, measured }) {
    const [before, began] = [testbed.links.opened, Date.now()];
    testbed.proxy.hang('webSocket');
    // The fault must be detected even if nothing is sent meanwhile.
    if (random() < 0.3) await sendMessages(4);
    await until(() => testbed.links.opened > before, 30_000);
    measured('half-open link replaced', Date.now() - began);
  },
  cutUp: (scene) => cut(scene, 'up'),
  cutDown: (scene) => cut(scene, 'down'),
  async ackLost({ testbed, sendAsDoctor }) {
    testbed.frames(dropReplies);
    await sendAsDoctor(3);
    await pause(150);
    testbed.proxy.reset('webSocket');
    testbed.frames(null);
  },
  repeated: through(() => repeatEvents(3), 4, 150),
  reordered: through(() => reverseEvents(3), 7, 150),
  dropped: through(() => dropEvents(), 4, 150),
  async withheld({ testbed, sendMessages }) {
    const { hook, release } = withholdEvents();
    testbed.frames(hook);
    await sendMessages(5);
    await pause(300);
    release();
  },
  async slow({ testbed, sendMessages, long }) {
    testbed.proxy.shape({ latencyMs: 750, jitterMs: 100, bitsPerSecond: 48_000 });
    await sendMessages(6);
    await pause(long ? 15_000 : 3_000);
  },
  offline: (scene) => offlineFor(scene, !scene.long ? 1_500 : scene.random() < 0.3 ? 30_000 : 5_000),
  /** Ten minutes offline in a long run, 3 s in a short one. */
  longOffline: (scene) => offlineFor(scene, scene.long ? 600_000 : 3_000),
  async killServer({ testbed, sendMessages }) {
    await sendMessages(2);
    await testbed.platform.kill();
    await sendMessages(3);
    await testbed.platform.restart();
  },
  async reload(scene) {
    const { testbed, sendAsDoctor } = scene;
    testbed.frames(holdSends);
    await sendAsDoctor(3);
    testbed.frames(null);
    await testbed.doctor.reloads();
    await resume(scene);
  },
  async killBrowser(scene) {
    const { testbed, random, sendAsDoctor, sendMessages } = scene;
    await sendMessages(2);
    await sendAsDoctor(1);
    await pause(random() * 30);
    await testbed.doctor.crashes();
    await resume(scene);
  },
  /** The platform reports an expired token and disconnects; the page renews it at the real platform. */
  async expiry({ testbed, sendMessages }) {
    testbed.say('42["session:expired",{}]');
    testbed.say('41');
    await sendMessages(2);
  },
  async revocation(scene) {
    const { testbed, sendAsDoctor } = scene;
    testbed.frames(holdSends);
    await sendAsDoctor(2);
    await revoke(scene);
    testbed.frames(null);
    await testbed.doctor.signsInAgain();
  },
  async twoTabs({ testbed, random, sendAsDoctor }) {
    const first = testbed.doctor.page();
    const second = await testbed.doctor.secondTab();
    const half = Math.ceil(testbed.open.length / 2);
    for (let round = 0; round < 3; round += 1) {
      await sendAsDoctor(1, { page: first, cases: testbed.open.slice(0, half) });
      await sendAsDoctor(1, { page: second, cases: testbed.open.slice(half) });
    }
    const agree = async () => (await testbed.unread(first)) === (await testbed.unread(second));
    if (!(await until(agree, 5_000)))
      testbed.screenFaults.push('twice counted: two tabs show different numbers of unread messages');
    const stays = random() < 0.7 ? second : first;
    testbed.doctor.movesTo(stays);
    await (stays === first ? second : first).close();
  },
  /** Freezes the tab that holds the outbox lock. */
  async frozenTab({ testbed, sendAsDoctor, measured }) {
    const first = testbed.doctor.page();
    const second = await testbed.doctor.secondTab();
    const freezer = await testbed.doctor.context().newCDPSession(first);
    // Chromium cannot freeze a visible page, so the debugger pauses it; the paused page still holds its lock.
    await freezer.send('Debugger.enable');
    await freezer.send('Debugger.pause');
    const [before, began] = [testbed.acked.size, Date.now()];
    testbed.doctor.movesTo(second);
    await sendAsDoctor(2, { page: second, cases: testbed.open });
    await until(() => testbed.acked.size >= before + 2, 40_000);
    measured('leader taken over from a frozen tab', Date.now() - began);
    await freezer.send('Debugger.resume');
    await first.close();
  },
  async quotaFull({ testbed, sendAsDoctor }) {
    const page = testbed.doctor.page();
    const storage = await testbed.doctor.context().newCDPSession(page);
    const { origin } = new URL(testbed.proxy.url);
    await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await sendAsDoctor(3);
    await pause(300);
    await storage.send('Storage.overrideQuotaForOrigin', { origin });
    await sendAsDoctor(1);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** The fault name, or null if it is absent or unknown. */
export const faultNamed = (name: string | undefined): FaultName | null =>
  Object.keys(faults).find((one): one is FaultName => one === name) ?? null;

/** Frequency of each fault in a run of about forty; longer runs scale up. */
const usual: Record<FaultName, number> = {
  reset: 2,
  resetSocket: 2,
  halfOpen: 1,
  cutUp: 2,
  cutDown: 2,
  ackLost: 4,
  repeated: 2,
  reordered: 2,
  dropped: 2,
  withheld: 2,
  slow: 1,
  offline: 1,
  killServer: 2,
  reload: 2,
  killBrowser: 1,
  expiry: 2,
  revocation: 1,
  twoTabs: 1,
  frozenTab: 1,
  quotaFull: 1,
  longOffline: 0,
};

/** The faults in random order: each at least once, and the longest once in the middle. */
export function planned(count: number, random: () => number): FaultName[] {
  const once = Object.entries(usual).flatMap(([name, times]) => Array<FaultName>(times).fill(name as FaultName));
  const shuffled = () =>
    once
      .map((name) => ({ name, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name);
  const plan: FaultName[] = [];
  while (plan.length < count) plan.push(...shuffled());
  plan.splice(Math.floor(count / 2), 0, 'longOffline');
  return plan.slice(0, count);
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { logout } from '../../../contract/http/auth.ts';
import type { FrameHook } from '../../support/faultLink.ts';
import { dropEvents, repeatEvents, reverseEvents, withholdEvents } from '../../support/frameHooks.ts';
import type { Ward } from './ward.ts';

/** What a fault can use. */
export type Scene = {
  ward: Ward;
  random: () => number;
  /** Sends this many messages from the doctor and the patients. */
  talk: (count: number) => Promise<void>;
  /** Sends this many messages from the doctor, in this tab or another. */
  write: (count: number, at?: { page: Page; cases: Ward['open'] }) => Promise<void>;
  /** True in a run of hours, where faults may last longer. */
  long: boolean;
  measured: (what: string, ms: number) => void;
};

type Fault = (scene: Scene) => Promise<void>;

/** Drops everything the doctor sends. */
const holdSends: FrameHook = (text, direction, send) => {
  if (direction === 'down' || !text.includes('["message:send"')) send(text);
};
/** Drops both the acknowledgement and the echo. */
const deafen: FrameHook = (text, direction, send) => {
  if (direction === 'up' || !/^4[23]/.test(text)) send(text);
};

async function until(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(50)) if (await isSo()) return true;
  return false;
}

/** Runs with other frame hooks for a while. */
const through =
  (hook: () => FrameHook, count: number, ms: number): Fault =>
  async ({ ward, talk }) => {
    ward.frames(hook());
    await talk(count);
    await pause(ms);
    ward.frames(null);
  };

async function cut({ ward, random, talk }: Scene, direction: 'up' | 'down') {
  ward.proxy.cutAfter(direction, Math.floor(random() * 400));
  await talk(3);
}

/**
 * A message sent at the moment of the crash is either in the chat or in the reply box; in that case it is sent from
 * there.
 */
async function resume({ ward }: Scene) {
  const latest = new Map(ward.typed.filter(({ by }) => by === 'doctor').map((one) => [one.conversationId, one.text]));
  const places = ward.open.map(({ name, conversationId }) => ({
    box: ward.seat.box(ward.seat.page(), name),
    bubble: ward.seat.page().locator('.chat-bubble', { hasText: latest.get(conversationId) ?? '' }),
  }));
  for (const { box, bubble } of places)
    await until(async () => (await bubble.count()) > 0 || (await box.inputValue()) !== '', 15_000);
  // A fixed wait, so that a duplicate would have time to arrive.
  await pause(500);
  for (const { box } of places) if ((await box.inputValue()) !== '') await box.press('Enter');
}

/** Cuts the line for a while, while doctor and patients continue. */
async function goneFor({ ward, talk }: Scene, ms: number) {
  ward.proxy.refuse();
  ward.proxy.reset();
  await ward.seat.context().setOffline(true);
  await talk(5);
  await pause(ms);
  await ward.seat.context().setOffline(false);
}

async function revoke({ ward }: Scene) {
  const token = await ward.seat.stored('ACCESS_TOKEN');
  await fetch(`${ward.platform.url}/api${logout.path}`, {
    method: logout.method,
    headers: { authorization: `Bearer ${token}`, 'tenant-id': '1', 'content-type': 'application/json' },
    body: '{}',
  });
}

/** All faults by name: of the line, of the server, and of the page and its browser. */
export const faults = {
  async reset({ ward, talk }) {
    ward.proxy.reset();
    await talk(2);
  },
  async resetSocket({ ward, talk }) {
    ward.proxy.reset('webSocket');
    await talk(2);
  },
  async halfOpen({ ward, random, talk, measured }) {
    const [before, began] = [ward.links.opened, Date.now()];
    ward.proxy.hang('webSocket');
    // The fault must be detected even if nothing is sent meanwhile.
    if (random() < 0.3) await talk(4);
    await until(() => ward.links.opened > before, 30_000);
    measured('half-open link replaced', Date.now() - began);
  },
  cutUp: (scene) => cut(scene, 'up'),
  cutDown: (scene) => cut(scene, 'down'),
  async ackLost({ ward, write }) {
    ward.frames(deafen);
    await write(3);
    await pause(150);
    ward.proxy.reset('webSocket');
    ward.frames(null);
  },
  repeated: through(() => repeatEvents(3), 4, 150),
  reordered: through(() => reverseEvents(3), 7, 150),
  dropped: through(() => dropEvents(), 4, 150),
  async withheld({ ward, talk }) {
    const { hook, release } = withholdEvents();
    ward.frames(hook);
    await talk(5);
    await pause(300);
    release();
  },
  async slow({ ward, talk, long }) {
    ward.proxy.shape({ latencyMs: 750, jitterMs: 100, bitsPerSecond: 48_000 });
    await talk(6);
    await pause(long ? 15_000 : 3_000);
  },
  offline: (scene) => goneFor(scene, !scene.long ? 1_500 : scene.random() < 0.3 ? 30_000 : 5_000),
  /** Ten minutes offline in a long run, 3 s in a short one. */
  longOffline: (scene) => goneFor(scene, scene.long ? 600_000 : 3_000),
  async killServer({ ward, talk }) {
    await talk(2);
    await ward.platform.kill();
    await talk(3);
    await ward.platform.restart();
  },
  async reload(scene) {
    const { ward, write } = scene;
    ward.frames(holdSends);
    await write(3);
    ward.frames(null);
    await ward.seat.reloads();
    await resume(scene);
  },
  async killBrowser(scene) {
    const { ward, random, write, talk } = scene;
    await talk(2);
    await write(1);
    await pause(random() * 30);
    await ward.seat.crashes();
    await resume(scene);
  },
  /** The platform reports an expired token and disconnects; the page renews it at the real platform. */
  async expiry({ ward, talk }) {
    ward.say('42["session:expired",{}]');
    ward.say('41');
    await talk(2);
  },
  async revocation(scene) {
    const { ward, write } = scene;
    ward.frames(holdSends);
    await write(2);
    await revoke(scene);
    ward.frames(null);
    await ward.seat.signsInAgain();
  },
  async twoTabs({ ward, random, write }) {
    const first = ward.seat.page();
    const second = await ward.seat.secondTab();
    const half = Math.ceil(ward.open.length / 2);
    for (let round = 0; round < 3; round += 1) {
      await write(1, { page: first, cases: ward.open.slice(0, half) });
      await write(1, { page: second, cases: ward.open.slice(half) });
    }
    const agree = async () => (await ward.unread(first)) === (await ward.unread(second));
    if (!(await until(agree, 5_000)))
      ward.glimpses.push('twice counted: two tabs show different numbers of unread messages');
    const stays = random() < 0.7 ? second : first;
    ward.seat.movesTo(stays);
    await (stays === first ? second : first).close();
  },
  /** Freezes the tab that holds the outbox lock. */
  async frozenTab({ ward, write, measured }) {
    const first = ward.seat.page();
    const second = await ward.seat.secondTab();
    const freezer = await ward.seat.context().newCDPSession(first);
    // Chromium does not freeze a visible page by lifecycle state; a page paused by the debugger does nothing and holds
    // its lock.
    await freezer.send('Debugger.enable');
    await freezer.send('Debugger.pause');
    const [before, began] = [ward.acked.size, Date.now()];
    ward.seat.movesTo(second);
    await write(2, { page: second, cases: ward.open });
    await until(() => ward.acked.size >= before + 2, 40_000);
    measured('turn taken from a frozen tab', Date.now() - began);
    await freezer.send('Debugger.resume');
    await first.close();
  },
  async quotaFull({ ward, write }) {
    const page = ward.seat.page();
    const storage = await ward.seat.context().newCDPSession(page);
    const { origin } = new URL(ward.proxy.url);
    await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await write(3);
    await pause(300);
    await storage.send('Storage.overrideQuotaForOrigin', { origin });
    await write(1);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** A fault by its name; null without a name or for an unknown one. */
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

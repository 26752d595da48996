import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderId } from '../../contract/ids.ts';
import { Attention, createAttention } from '../../src/services/attention.ts';
import { createTabChannel } from '../../src/services/crossTab.ts';
import { steadyNow } from '../../src/services/serverClock.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** Tabs of one person in one browser. */
function person() {
  const browser = fakeBrowser();
  let count = 0;
  return (path: string, { visible = true, armed = false } = {}) => {
    const { window } = browser.tab({ path });
    Object.assign(window.document, { visibilityState: visible ? 'visible' : 'hidden' });
    const channel = createTabChannel('attention', Attention, {
      BroadcastChannel: window.BroadcastChannel,
      storage: null,
      events: null,
    });
    let locked = false;
    let frozen = false;
    count += 1;
    const armedElsewhere: boolean[] = [];
    const first: boolean[] = [];
    const attention = createAttention({
      window,
      channel: { ...channel, post: (said) => frozen || channel.post(said) },
      tab: `tab${count}`,
      now: steadyNow,
      isLocked: () => locked,
      armed$: new BehaviorSubject(armed),
      moved$: new Subject(),
    });
    attention.armedElsewhere$.subscribe((armed) => armedElsewhere.push(armed));
    attention.first$.subscribe((now) => first.push(now));
    return {
      ...attention,
      window,
      armedElsewhere,
      isFirst: () => first.at(-1),
      lock: () => {
        locked = true;
      },
      freeze: () => {
        frozen = true;
      },
      touch: () => window.dispatchEvent(new Event('pointerdown')),
    };
  };
}

const order = '7' as OrderId;
const chat = '/cloudRoom?order=7';
const shown = { visible: true, orderId: order };

test('a tab knows what the others show, including those opened before it', async () => {
  const open = person();
  open(chat);
  const second = open('/', { visible: false });
  await settled();
  expect(second.tabViews()).toEqual([{ visible: false, orderId: null }, shown]);
});

test('only the cloud room shows a chat', async () => {
  const open = person();
  expect(
    ['/cloudRoom/detail?order=7', '/orderRecord/detail?order=7', '/cloudRoom'].map(
      (path) => open(path).tabViews()[0]?.orderId,
    ),
  ).toEqual([order, null, null]);
});

test('a locked screen shows nothing', () => {
  const tab = person()(chat);
  tab.lock();
  expect(tab.tabViews()).toEqual([{ visible: false, orderId: order }]);
});

test('a closed tab stops counting at once, a frozen one after a while', async () => {
  const open = person();
  const [here, closed, frozen] = [open('/'), open(chat), open(chat)];
  await settled();
  expect(here.tabViews()).toHaveLength(3);
  closed.close();
  await settled();
  expect(here.tabViews()).toHaveLength(2);
  frozen.freeze();
  await settled(60_000);
  expect(here.tabViews()).toHaveLength(1);
});

test('a hidden tab with slowed timers still counts', async () => {
  const open = person();
  const here = open('/');
  const hidden = open('/', { visible: false });
  await settled();
  hidden.freeze();
  await settled(60_000);
  expect(here.tabViews()).toHaveLength(2);
});

test('activity in one tab is known in all', async () => {
  const open = person();
  const [here, there] = [open('/'), open('/cloudRoom')];
  await settled(1_000);
  there.touch();
  await settled();
  expect(here.activities.value.map(({ path }) => path)).toEqual(['/cloudRoom']);
});

test.each([-2, 2])('a clock that jumps by %i hours neither hides activity nor revives or ends a tab', async (hours) => {
  const open = person();
  const [here, there, frozen] = [open('/'), open('/cloudRoom'), open(chat)];
  there.touch();
  await settled(1_000);
  const before = here.activities.value[0]?.at ?? 0;
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  there.touch();
  frozen.freeze();
  await settled();
  expect(here.tabViews()).toHaveLength(3);
  expect(here.activities.value[0]?.at).toBe(before + 1_000);
  await settled(60_000);
  expect(here.tabViews()).toHaveLength(2);
});

test('tabs without sound know of one that can make sounds, until it is closed', async () => {
  const open = person();
  const here = open('/');
  const armed = open('/', { armed: true });
  await settled();
  armed.close();
  await settled();
  expect(here.armedElsewhere).toEqual([true, false]);
});

test('without Web Locks exactly one tab is first, chosen from those that can make sounds', async () => {
  const open = person();
  const tabs = [open('/'), open('/', { armed: true }), open('/', { armed: true })] as const;
  await settled();
  expect(tabs.map((tab) => tab.isFirst())).toEqual([false, true, false]);
  tabs[1].close();
  await settled();
  expect([tabs[0].isFirst(), tabs[2].isFirst()]).toEqual([false, true]);
});

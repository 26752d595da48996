import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { EMPTY, NEVER, Observable } from 'rxjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AccountId, HospitalId, LeaseId, OrderId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { draftKey, type ReplyDraft } from '../../src/domain/drafts.ts';
import { createTokenBucket } from '../../src/domain/tokenBucket.ts';
import { createAlarm, createCountdown } from '../../src/services/alarm.ts';
import type { TabChannel } from '../../src/services/crossTab.ts';
import { createDraftBook, type DraftMessage } from '../../src/services/draftBook.ts';
import { createIdle } from '../../src/services/idle.ts';
import type { Mirrored } from '../../src/services/loginMirror.ts';
import { openVault } from '../../src/services/openVault.ts';
import { createServerClock } from '../../src/services/serverClock.ts';
import { createTokenStore } from '../../src/services/tokenStore.ts';
import { createUnloadJournal } from '../../src/services/unloadJournal.ts';
import { leaseEvents } from '../../src/streams/lease.ts';
import '../support/fakeBrowser.ts';

globalThis.indexedDB = new IDBFactory();

/** What each file below `src` that reads a clock compares with it, and why a jump of two hours does no harm. */
const readers: Readonly<Record<string, string>> = {
  // A jump is tested below.
  'compose/app/entrance.ts': 'gives the clock to the sign-in; its parts are in this list',
  'compose/app/person.ts': 'gives the clock to the drafts; they are tested here',
  'compose/app/personalStorage.ts': 'gives the clock to the drafts; they are tested here',
  'services/alarm.ts': 'waits: time awake counts, in a short wait alone',
  'services/draftBook.ts': 'which copy is later: later than all that is known',
  'services/idle.ts': 'the longer of the clock and the time awake',
  'services/serverClock.ts': 'corrected by every answer of the platform',
  'services/tokenStore.ts': 'which copy is later: later than the last write',
  'services/unloadJournal.ts': 'which journal is later: later than those that wait',
  // Tested with the machine, stream or screen itself.
  'compose/adapters/consultation.ts': 'the time to undo: a short wait',
  'compose/adapters/messages.ts': 'a token bucket, which is tested here',
  'compose/adapters/session.ts': 'compares the platform’s times with the platform’s clock',
  'services/attention.ts': 'gets the steady clock',
  'services/formRecord.ts': 'a remembered password of the future counts as over: it is typed again',
  'services/renewal.ts': 'a renewal that comes early or late is one more call',
  'services/logIn.ts': 'a wait that ends early is refused by the platform with the time that is left',
  'streams/clock.ts': 'shows the time; ticks by a timer',
  'streams/companions.ts': 'gets the steady clock',
  'ui/Toasts.tsx': 'a text that was shown in the future is shown again',
  'screens/chat/FileLink.tsx': 'a link that seems over, or ends later than it can, is signed again',
  'screens/cloudRoom/AwaitingList.tsx': 'the platform’s clock, corrected by the answer to the same call',
  'screens/cloudRoom/PaneConversation.tsx': 'the platform refuses a recall that is late',
  'services/uploadStore.ts': 'removes after seven days',
  'services/vaultDatabase.ts': 'removes after 90 days',
  'services/logoutNotes.ts': 'forgets after the life of a token, seven days',
  // A monotonic clock.
  'services/alertSound.ts': 'performance.now',
  'services/imSocket.ts': 'performance.now',
  'services/ownLogin.ts': 'performance.now',
  'services/voiceRecorder.ts': 'performance.now',
  'screens/hooks/onNextFrame.ts': 'performance.now',
  // A time that is shown, stored or put into an id, and compared with no clock.
  'compose/adapters/outbox.ts': 'shown until the platform has stored the message',
  'compose/adapters/uploads.ts': 'shown, and the order of files of one page',
  'compose/app/alertTab.ts': 'ids',
  'compose/app/alerts.ts': 'quiet hours of the day',
  'compose/app/app.ts': 'shown until the first answer',
  'compose/app/reviewerServices.ts': 'the order of the queue',
  'compose/app/problemReports.ts': 'shown, and the time of each recorded event, which the replay does not compare',
  'services/machineRecorder.ts': 'the time of each recorded event, which the replay does not compare',
  'compose/app/doctorServices.ts': 'gives the clock to the outbox and uploads',
  'services/captcha.ts': 'sent',
  'services/pendingLogouts.ts': 'ids',
  'services/sealedVault.ts': 'no clock: the name of a function',
  'streams/alertSources.ts': 'the steady clock, compared with itself',
  'streams/awaiting.ts': 'shown',
  'streams/connectivity.ts': 'shown',
};

const clock = /\bnow\(\)|\bDate\.now\b|new Date\(\)|performance\.now\(/;

test('each file that reads a clock is listed, with why a jump does no harm', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && clock.test(readFileSync(`src/${file}`, 'utf8')),
  );
  const listed = Object.keys(readers);
  expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  expect(listed.filter((file) => !files.includes(file) && !file.startsWith('screens/'))).toEqual([]);
});

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 28, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

const jumps = [-2 * hourMs, 2 * hourMs];
const jump = (byMs: number) => vi.setSystemTime(Date.now() + byMs);

/** A reply typed in two tabs of one person. */
function twoTabs() {
  const listeners: ((news: DraftMessage) => void)[] = [];
  const vault = openVault({ crypto, indexedDB, page: null, owner: `1:${crypto.randomUUID()}`, log: () => {} });
  onTestFinished(() => vault.close());
  const open = (tab: string) => {
    let own: ((news: DraftMessage) => void) | null = null;
    const channel: TabChannel<DraftMessage> = {
      post: (news) => {
        for (const hear of listeners) if (hear !== own) hear(news);
      },
      listen(hear) {
        own = hear;
        listeners.push(hear);
        return () => {};
      },
      close() {},
    };
    return createDraftBook({ vault, channel, now: Date.now, tab });
  };
  return [open('first'), open('second')] as const;
}
const order = OrderId.parse('1');
type Books = ReturnType<typeof twoTabs>;
const textIn = (book: Books[number], kind: 'reply' | 'record') =>
  book.draft<ReplyDraft>(draftKey(kind, order)).value?.value.text ?? null;

test.each(jumps)('what is typed after a jump of %i ms is the later text in every tab', (byMs) => {
  const [first, second] = twoTabs();
  for (const kind of ['reply', 'record'] as const) {
    const key = draftKey(kind, order);
    second.draft(key);
    first.write(key, { text: 'before' });
    jump(byMs);
    first.write(key, { text: 'after' });
    expect([textIn(first, kind), textIn(second, kind)]).toEqual(['after', 'after']);
    jump(-byMs);
  }
});

test.each(jumps)('a reply that is begun after another was sent stays, after a jump of %i ms', (byMs) => {
  const [first, second] = twoTabs();
  const key = draftKey('reply', order);
  second.draft(key);
  first.write(key, { text: 'sent' });
  first.drop(key);
  jump(byMs);
  first.write(key, { text: 'next' });
  second.drop(key, { tab: 'first', savedAt: noon });
  expect([textIn(first, 'reply'), textIn(second, 'reply')]).toEqual(['next', 'next']);
});

function storage() {
  const map = new Map<string, string>();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    names: () => [...map.keys()],
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
    clear: () => map.clear(),
  };
}

test.each(jumps)('the sign-in that was stored last is restored, after a jump of %i ms', async (byMs) => {
  const local = storage();
  let mirrored: Mirrored | null = null;
  const mirror = {
    read: async () => mirrored,
    write: async (value: Mirrored) => {
      mirrored = value;
    },
  };
  const open = () => createTokenStore({ local, session: storage(), mirror, now: Date.now });
  const hospitalId = HospitalId.parse('1');
  const loginOf = (n: number) => ({
    ...{ userId: AccountId.parse('1'), accessToken: `access-${n}`, refreshToken: `refresh-${n}` },
    ...{ expiresTime: n, renewAt: null },
  });
  const store = open();
  await store.write(loginOf(1), hospitalId);
  const before = mirrored;
  jump(byMs);
  await store.write(loginOf(2), hospitalId);
  // The browser was killed before the mirror was written.
  mirrored = before;
  const hospital = { id: hospitalId, name: 'A', logo: null, idleLockMs: 1, serviceHours: { from: 0, to: 0 } } as never;
  expect((await open().restore(hospital)).access).toBe('access-2');
});

test.each(jumps)(
  'journals of closed pages are applied in the order of their writing, after a jump of %i ms',
  async (byMs) => {
    const localStorage = storage();
    const journal = createUnloadJournal({ localStorage } as never, '1:1', () => {});
    const change = (text: string) => [{ kind: 'draft', id: 'reply:1', value: new TextEncoder().encode(text) }] as never;
    journal.write(change('before'));
    const [first] = localStorage.names();
    jump(byMs);
    journal.write(change('after'));
    const applied: string[] = [];
    await journal.applyAll(async (name) => void applied.push(name));
    expect([applied.length, first?.endsWith(applied[0] ?? '-')]).toEqual([2, true]);
  },
);

test.each(jumps)('the time to undo is neither longer nor over after a jump of %i ms', async (byMs) => {
  vi.useFakeTimers({ now: noon });
  const rung: string[] = [];
  const page = new EventTarget();
  createAlarm({ now: Date.now, page })(Date.now() + 8_000, () => rung.push('over'));
  jump(byMs);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(rung).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(rung).toEqual(['over']);
});

test.each(jumps)('a countdown ends in time or early, and never later, after a jump of %i ms', async (byMs) => {
  vi.useFakeTimers({ now: noon });
  const told: string[] = [];
  const alarm = createAlarm({ now: Date.now, page: new EventTarget() });
  createCountdown({ now: Date.now, alarm })(Date.now() + 60_000, {
    passed: () => {},
    finished: () => told.push('over'),
  });
  jump(byMs);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['over']);
});

test.each(jumps)('messages wait for their turn no longer after a jump of %i ms', (byMs) => {
  const wait = createTokenBucket({ burst: 2, perSecond: 1 });
  for (const _ of [1, 2, 3]) wait(Date.now());
  jump(byMs);
  expect(wait(Date.now())).toBeLessThanOrEqual(2_000);
});

test.each(jumps)('the next answer of the platform corrects the time after a jump of %i ms', (byMs) => {
  const server = createServerClock(Date.now);
  server.observe(new Date(noon).toUTCString());
  jump(byMs);
  server.observe(new Date(noon + 1_000).toUTCString());
  expect(server.now()).toBe(noon + 1_000);
});

test.each(jumps)('a claimed review without a connection lasts as long after a jump of %i ms', async (byMs) => {
  vi.useFakeTimers({ now: noon });
  const told: string[] = [];
  const alarm = createAlarm({ now: Date.now, page: new EventTarget() });
  const due = (at: number) => new Observable<void>((subscriber) => alarm(at, () => subscriber.next()));
  const lastsMs = limits.auditLeaseMs;
  const leased = { id: LeaseId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f'), until: noon + lastsMs };
  const asked = { renew: () => EMPTY, item$: NEVER, me: AccountId.parse('1'), due, everyMs: lastsMs / 4, lastsMs };
  const lease = leaseEvents(leased, asked).subscribe(({ type }) => told.push(type));
  onTestFinished(() => lease.unsubscribe());
  jump(byMs);
  await vi.advanceTimersByTimeAsync(lastsMs - 1);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['lease.lost']);
});

test('a page that is used locks in its time after a clock was set back', async () => {
  vi.useFakeTimers({ now: noon });
  const told: string[] = [];
  const page = new EventTarget();
  createIdle({ local: storage(), now: Date.now, page }).watch(() => hourMs / 2, {
    near: () => {},
    resumed: () => {},
    reached: () => told.push('locked'),
  });
  jump(-2 * hourMs);
  await vi.advanceTimersByTimeAsync(hourMs / 2 + 1_000);
  expect(told).toEqual(['locked']);
});

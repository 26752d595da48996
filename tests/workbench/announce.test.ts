import { BehaviorSubject } from 'rxjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MachineEntry, RunningActor } from '../../src/services/machineRecorder.ts';
import { announce } from '../../workbench/announce.ts';
import { openChannel } from '../../workbench/channel.ts';
import type { Pulse } from '../../workbench/pulse.ts';
import { watchPages } from '../../workbench/watch.ts';
import { microstep, running } from './entries.ts';

/** The channel of one browser, which delivers at once. */
function createBrowser() {
  const open = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>();
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of open) if (other !== this) other.onmessage?.({ data: structuredClone(data) });
    }
    close() {
      open.delete(this);
    }
  }
  return () => openChannel(Channel as unknown as typeof BroadcastChannel);
}

function openPage(channel: ReturnType<ReturnType<typeof createBrowser>>, page = 'page') {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const entries$ = new BehaviorSubject<readonly MachineEntry[]>([microstep(1, 'opened')]);
  const actors$ = new BehaviorSubject<readonly RunningActor[]>([]);
  const pulses$ = new BehaviorSubject<readonly Pulse[]>([]);
  const recording = () => ({ name: `${page}.json`, file: `{"of":"${page}"}` });
  const announcing = announce({
    channel,
    page,
    title: () => `Title of ${page}`,
    entries$,
    actors$,
    pulses$,
    recording,
  });
  const steps = (...entries: MachineEntry[]) => {
    entries$.next([...entries$.value, ...entries]);
    vi.advanceTimersByTime(200);
  };
  return { steps, entries$, actors$, pulses$, close: () => announcing.unsubscribe() };
}

const typesIn = (page: { entries: readonly MachineEntry[] } | undefined) =>
  page?.entries.map(({ event }) => event?.type);

test('a workbench that opens later is told everything that a page has kept', () => {
  const channel = createBrowser();
  const page = openPage(channel());
  page.steps(microstep(2, 'accept.requested'));
  const { pages$ } = watchPages(channel());
  expect(pages$.value.map(({ title }) => title)).toEqual(['Title of page']);
  expect(typesIn(pages$.value[0])).toEqual(['opened', 'accept.requested']);
});

test('steps are told once, however many workbenches ask', () => {
  const channel = createBrowser();
  const page = openPage(channel());
  const { pages$ } = watchPages(channel());
  watchPages(channel());
  page.steps(microstep(2, 'accept.requested'));
  page.steps(microstep(3, 'finish.requested'));
  expect(typesIn(pages$.value[0])).toEqual(['opened', 'accept.requested', 'finish.requested']);
});

test('values of streams are told once, also after old ones were dropped', () => {
  const channel = createBrowser();
  const page = openPage(channel());
  const { pages$ } = watchPages(channel());
  const [one, two, three] = [1, 2, 3].map((at) => ({ stream: 'connection$', at, text: `${at}` }));
  if (!one || !two || !three) throw new Error('three values');
  page.pulses$.next([one, two]);
  vi.advanceTimersByTime(200);
  page.pulses$.next([two, three]);
  vi.advanceTimersByTime(200);
  expect(pages$.value[0]?.pulses).toEqual([one, two, three]);
});

test('an actor that has ended keeps its place among those of its name', () => {
  const channel = createBrowser();
  const page = openPage(channel());
  const { pages$ } = watchPages(channel());
  page.actors$.next([running('x:2', { name: 'part' }), running('x:3', { name: 'part' })]);
  page.steps(microstep(2, 'part.needed', { actor: 'x:4', name: 'part' }));
  page.actors$.next([running('x:3', { name: 'part' })]);
  vi.advanceTimersByTime(200);
  expect(pages$.value[0]?.met.map(({ actor, name }) => [actor, name])).toEqual([
    ['x:1', 'link'],
    ['x:4', 'part'],
    ['x:2', 'part'],
    ['x:3', 'part'],
  ]);
});

test('a closed page leaves the workbench, and two pages are told apart', () => {
  const channel = createBrowser();
  const { pages$ } = watchPages(channel());
  const first = openPage(channel(), 'first');
  openPage(channel(), 'second');
  first.close();
  expect(pages$.value.map(({ id }) => id)).toEqual(['second']);
});

test('a workbench gets the recording of the page that it asks, with the name of its file', async () => {
  const channel = createBrowser();
  openPage(channel(), 'first');
  openPage(channel(), 'second');
  const { pages$, recordingOf } = watchPages(channel());
  expect(await recordingOf('second')).toEqual({ name: 'second.json', file: '{"of":"second"}' });
  expect(pages$.value.map(({ id }) => id)).toEqual(['first', 'second']);
});

test('a page that does not answer in five seconds gives no recording, and says so', async () => {
  const channel = createBrowser();
  openPage(channel(), 'here');
  const { recordingOf } = watchPages(channel());
  const asked = expect(recordingOf('gone')).rejects.toThrow('The page did not answer.');
  vi.advanceTimersByTime(5_000);
  await asked;
});

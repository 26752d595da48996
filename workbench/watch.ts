import { BehaviorSubject } from 'rxjs';
import type { TabChannel } from '../src/services/crossTab.ts';
import type { MachineEntry, RunningActor } from '../src/services/machineRecorder.ts';
import type { Live } from '../src/streams/live.ts';
import type { Message, RecordingFile } from './channel.ts';
import type { Pulse } from './pulse.ts';

/** An actor of a page, which may have ended. */
export type MetActor = Pick<RunningActor, 'actor' | 'name' | 'parent'>;

/** A page of this browser that says what its machines do. */
export type WatchedPage = {
  readonly id: string;
  readonly title: string;
  /** Oldest first. */
  readonly entries: readonly MachineEntry[];
  readonly pulses: readonly Pulse[];
  readonly actors: readonly RunningActor[];
  /** All that were seen, also those that have ended, in the order in which they were seen first. */
  readonly met: readonly MetActor[];
};

const mostEntries = 5_000;
const mostPulses = 2_000;

type Steps = Extract<Message, { kind: 'steps' }>;

function pageAfter(before: WatchedPage | undefined, steps: Steps): WatchedPage {
  const { page: id, title, isWhole, actors } = steps;
  const known = isWhole ? undefined : before;
  const newest = known?.entries.at(-1)?.number ?? -1;
  const fresh = steps.entries.filter(({ number }) => number > newest);
  const met = new Map(known?.met.map((one) => [one.actor, one]));
  for (const { actor, name, parent } of [...fresh, ...actors])
    if (!met.has(actor)) met.set(actor, { actor, name, parent });
  return {
    id,
    title,
    actors,
    met: [...met.values()],
    entries: [...(known?.entries ?? []), ...fresh].slice(-mostEntries),
    pulses: [...(known?.pulses ?? []), ...steps.pulses].slice(-mostPulses),
  };
}

/** A page answers at once; one that hangs or has crashed does not. */
const patienceMs = 5_000;

type WatchedPages = {
  /** In the order in which they were heard first. */
  readonly pages$: Live<readonly WatchedPage[]>;
  /** The recording of the page with this id; rejects if that does not answer in time. */
  readonly recordingOf: (page: string) => Promise<RecordingFile>;
};

/** The pages that say what they do. */
export function watchPages(channel: TabChannel<Message>): WatchedPages {
  const pages$ = new BehaviorSubject<readonly WatchedPage[]>([]);
  channel.listen((message) => {
    const pages = pages$.value;
    if (message.kind === 'left') return pages$.next(pages.filter(({ id }) => id !== message.page));
    if (message.kind !== 'steps') return;
    const before = pages.find(({ id }) => id === message.page);
    const after = pageAfter(before, message);
    pages$.next(before ? pages.map((page) => (page === before ? after : page)) : [...pages, after]);
  });
  channel.post({ kind: 'asked' });
  const recordingOf = (page: string) =>
    new Promise<RecordingFile>((resolve, reject) => {
      const timer = setTimeout(() => {
        unlisten();
        reject(new Error('The page did not answer.'));
      }, patienceMs);
      const unlisten = channel.listen((message) => {
        if (message.kind !== 'recording' || message.page !== page) return;
        clearTimeout(timer);
        unlisten();
        resolve({ name: message.name, file: message.file });
      });
      channel.post({ kind: 'recordingAsked', page });
    });
  return { pages$, recordingOf };
}

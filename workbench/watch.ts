import { BehaviorSubject } from 'rxjs';
import type { TabChannel } from '../src/services/crossTab.ts';
import type { MachineEntry, RunningActor } from '../src/services/machineRecorder.ts';
import type { Live } from '../src/streams/live.ts';
import type { Message } from './channel.ts';
import type { Pulse } from './pulse.ts';

/** A page of this browser that says what its machines do. */
export type WatchedPage = {
  readonly id: string;
  readonly title: string;
  /** Oldest first. */
  readonly entries: readonly MachineEntry[];
  readonly pulses: readonly Pulse[];
  readonly actors: readonly RunningActor[];
};

const mostEntries = 5_000;
const mostPulses = 2_000;

type Steps = Extract<Message, { kind: 'steps' }>;

function pageAfter(before: WatchedPage | undefined, steps: Steps): WatchedPage {
  const { page: id, title, isWhole, actors } = steps;
  const known = isWhole ? undefined : before;
  const newest = known?.entries.at(-1)?.number ?? -1;
  const fresh = steps.entries.filter(({ number }) => number > newest);
  return {
    id,
    title,
    actors,
    entries: [...(known?.entries ?? []), ...fresh].slice(-mostEntries),
    pulses: [...(known?.pulses ?? []), ...steps.pulses].slice(-mostPulses),
  };
}

/** The pages that say what they do, in the order in which they were heard first. */
export function watchPages(channel: TabChannel<Message>): { readonly pages$: Live<readonly WatchedPage[]> } {
  const pages$ = new BehaviorSubject<readonly WatchedPage[]>([]);
  channel.listen((message) => {
    const pages = pages$.value;
    if (message.kind === 'asked') return;
    if (message.kind === 'left') return pages$.next(pages.filter(({ id }) => id !== message.page));
    const before = pages.find(({ id }) => id === message.page);
    const after = pageAfter(before, message);
    pages$.next(before ? pages.map((page) => (page === before ? after : page)) : [...pages, after]);
  });
  channel.post({ kind: 'asked' });
  return { pages$ };
}

import { auditTime, merge, Subscription, skip } from 'rxjs';
import type { TabChannel } from '../src/services/crossTab.ts';
import type { MachineEntry, RunningActor } from '../src/services/machineRecorder.ts';
import type { Live } from '../src/streams/live.ts';
import type { Message, RecordingFile } from './channel.ts';
import type { Pulse } from './pulse.ts';

type Needs = {
  readonly channel: TabChannel<Message>;
  /** The page's id, which no other page of the browser has. */
  readonly page: string;
  readonly title: () => string;
  readonly entries$: Live<readonly MachineEntry[]>;
  readonly actors$: Live<readonly RunningActor[]>;
  readonly pulses$: Live<readonly Pulse[]>;
  readonly recording: () => RecordingFile;
};

/** Steps within this time are sent together. */
const togetherMs = 100;

/** Tells the workbenches of this browser what the page does, and a new one everything that is kept. */
export function announce({ channel, page, title, entries$, actors$, pulses$, recording }: Needs): Subscription {
  let sentNumber = -1;
  let sentPulse: Pulse | undefined;

  function send(isWhole: boolean) {
    const [entries, pulses] = [entries$.value, pulses$.value];
    const lastSent = sentPulse === undefined ? -1 : pulses.lastIndexOf(sentPulse);
    channel.post({
      kind: 'steps',
      page,
      title: title(),
      isWhole,
      entries: isWhole ? entries : entries.filter(({ number }) => number > sentNumber),
      actors: actors$.value,
      pulses: isWhole ? pulses : pulses.slice(lastSent + 1),
    });
    sentNumber = entries.at(-1)?.number ?? sentNumber;
    sentPulse = pulses.at(-1);
  }

  const announcing = new Subscription();
  announcing.add(
    channel.listen((message) => {
      if (message.kind === 'asked') send(true);
      if (message.kind === 'recordingAsked' && message.page === page)
        channel.post({ kind: 'recording', page, ...recording() });
    }),
  );
  send(true);
  const changed$ = merge(entries$.pipe(skip(1)), actors$.pipe(skip(1)), pulses$.pipe(skip(1)));
  announcing.add(changed$.pipe(auditTime(togetherMs)).subscribe(() => send(false)));
  announcing.add(() => channel.post({ kind: 'left', page }));
  return announcing;
}

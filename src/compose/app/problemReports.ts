import { fromEvent, type Subscription } from 'rxjs';
import type { AnyActorRef } from 'xstate';
import { eventsIn } from '../../domain/machineRecording.ts';
import type { Session } from '../../machines/session.ts';
import type { ProblemReports } from '../../screens/app/app.ts';
import { createMachineRecorder } from '../../services/machineRecorder.ts';

/** The page answers this event with its report by calling the event's `detail`; a journey that failed keeps it. */
const reportWanted = 'cloudroom:reportWanted';

type Needs = {
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly session: Session;
  /** The platform's clock, epoch ms. */
  readonly now: () => number;
  readonly recorded: readonly AnyActorRef[];
};

/** Records the machines of this page from now on, so that a report holds what came before the problem. */
export function openProblemReports({ window, session, now, recorded }: Needs, scope: Subscription): ProblemReports {
  const recorder = createMachineRecorder({ now, showsContent: false, keepsEntries: false });
  for (const actor of [session, ...recorded]) recorder.attach(actor);
  scope.add(() => recorder.close());
  const since = now();
  function take() {
    const recording = recorder.recording(() => true);
    return { since, events: eventsIn(recording), content: JSON.stringify(recording) };
  }
  const wanted$ = fromEvent<CustomEvent<unknown>>(window, reportWanted);
  scope.add(wanted$.subscribe(({ detail }) => typeof detail === 'function' && detail(take().content)));
  return { take };
}

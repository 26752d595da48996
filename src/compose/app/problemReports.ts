import type { Subscription } from 'rxjs';
import type { AnyActorRef } from 'xstate';
import type { Session } from '../../machines/session.ts';
import type { ProblemReports } from '../../screens/app/app.ts';
import { createMachineRecorder } from '../../services/machineRecorder.ts';

type Needs = {
  readonly session: Session;
  /** The platform's clock, epoch ms. */
  readonly now: () => number;
  readonly recorded: readonly AnyActorRef[];
};

/** Records the machines of this page from now on, so that a report holds what came before the problem. */
export function openProblemReports({ session, now, recorded }: Needs, scope: Subscription): ProblemReports {
  const recorder = createMachineRecorder({ now, showsContent: false, keepsEntries: false });
  for (const actor of [session, ...recorded]) recorder.attach(actor);
  scope.add(() => recorder.close());
  return { since: now(), file: () => JSON.stringify(recorder.recording(() => true)) };
}

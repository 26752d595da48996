import { Subscription } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { replayRecording } from '../../../scripts/replayRecording.ts';
import { openProblemReports } from '../../../src/compose/app/problemReports.ts';
import { readRecording } from '../../../src/domain/machineRecording.ts';
import { sessionWorld } from '../../support/sessionWorld.ts';

test('a report begins with the state of the page, contains no token, and can be replayed', async () => {
  const { signedInTab, platform } = sessionWorld();
  const { session, access, until } = await signedInTab();
  const scope = new Subscription();
  onTestFinished(() => scope.unsubscribe());
  const problems = openProblemReports({ session, now: () => 7, recorded: [] }, scope);
  const first = access();
  platform.expireAccess();
  session.send({ type: 'token.refused', access: first ?? '' });
  await until((now) => now.hasTag('usable') && access() !== first);
  const file = problems.file();
  const read = readRecording(file);
  if ('problem' in read) throw new Error(read.problem);
  const [one] = read.recording.machines;
  expect([problems.since, one?.machine, one?.start?.value]).toMatchObject([
    7,
    'session',
    { active: { access: 'fresh' } },
  ]);
  expect(one?.events.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(['token.refused', 'xstate.done.actor.refresh']),
  );
  expect(file).not.toContain(first ?? 'no token');
  expect(file).not.toContain(access() ?? 'no token');
  expect(replayRecording(read.recording)).toBeNull();
});

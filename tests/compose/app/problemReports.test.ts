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
  const problems = openProblemReports({ window: new EventTarget(), session, now: () => 7, recorded: [] }, scope);
  const first = access();
  expect(problems.take().events).toBe(0);
  platform.expireAccess();
  session.send({ type: 'token.refused', access: first ?? '' });
  await until((now) => now.hasTag('usable') && access() !== first);
  const { since, events, content: file } = problems.take();
  const read = readRecording(file);
  if ('problem' in read) throw new Error(read.problem);
  const [one] = read.recording.machines;
  expect([since, one?.machine, one?.start?.value]).toMatchObject([7, 'session', { active: { access: 'fresh' } }]);
  expect(one?.events.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(['token.refused', 'xstate.done.actor.refresh']),
  );
  expect(events).toBe(one?.events.length);
  expect(file).not.toContain(first ?? 'no token');
  expect(file).not.toContain(access() ?? 'no token');
  expect(replayRecording(read.recording)).toBeNull();
});

test('a page answers with its report when it is asked, and no longer once its person has left', async () => {
  const { session } = await sessionWorld().signedInTab();
  const scope = new Subscription();
  const window = new EventTarget();
  const problems = openProblemReports({ window, session, now: () => 7, recorded: [] }, scope);
  const files: string[] = [];
  const asks = (detail: unknown) => window.dispatchEvent(new CustomEvent('cloudroom:reportWanted', { detail }));
  asks((file: string) => files.push(file));
  asks(null);
  expect(files).toEqual([problems.take().content]);
  scope.unsubscribe();
  asks((file: string) => files.push(file));
  expect(files).toHaveLength(1);
});

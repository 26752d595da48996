import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { limits } from '../../contract/limits.ts';
import {
  elapsedSeconds,
  isAskingPermission,
  isListening,
  levelOf,
  recordingOf,
  troubleOf,
} from '../../src/machines/selectors/voice.ts';
import { fakeVoice } from '../support/fakeVoice.ts';

const recording = { file: new Blob(['x']), name: 'voice.webm', durationS: 2 };

/** A voice note whose microphone the test controls. */
function voiceNote() {
  const clock = new SimulatedClock();
  const { commands, emit, record } = fakeVoice();
  const actor = record(clock);
  return { actor, clock, commands, emit, now: () => actor.getSnapshot() };
}

/** A voice note that records. */
function recorded() {
  const note = voiceNote();
  note.emit({ type: 'microphone.opened' });
  return note;
}

test('a voice note is recorded only once the microphone has opened', () => {
  const { actor, emit, now } = voiceNote();
  actor.send({ type: 'stop.requested' });
  expect([isAskingPermission(now()), isListening(now())]).toEqual([true, true]);
  emit({ type: 'microphone.opened' });
  expect([isAskingPermission(now()), isListening(now())]).toEqual([false, true]);
});

test('the level and the length of a voice note follow its microphone', () => {
  const { emit, now } = recorded();
  emit({ type: 'voice.measured', level: 0.5, elapsedMs: 2_900 });
  expect([levelOf(now()), elapsedSeconds(now())]).toEqual([0.5, 2]);
});

test('a stopped voice note can be played, and is recorded anew on request', () => {
  const { actor, commands, emit, now } = recorded();
  emit({ type: 'voice.measured', level: 0.5, elapsedMs: 2_000 });
  actor.send({ type: 'stop.requested' });
  expect(commands).toEqual(['open', 'stop']);
  emit({ type: 'recording.ended', recording });
  expect([isListening(now()), recordingOf(now())]).toEqual([false, recording]);
  actor.send({ type: 'retry.requested' });
  expect([isAskingPermission(now()), recordingOf(now()), levelOf(now()), elapsedSeconds(now())]).toEqual([
    true,
    null,
    0,
    0,
  ]);
  expect(commands).toEqual(['open', 'stop', 'closed', 'open']);
});

test('a voice note stops by itself at its longest length', () => {
  const { clock, commands } = recorded();
  clock.increment(limits.voiceMs - 1);
  expect(commands).toEqual(['open']);
  clock.increment(1);
  expect(commands).toEqual(['open', 'stop']);
});

test('a microphone that is refused says why, and can be asked again', () => {
  const { actor, emit, now } = voiceNote();
  emit({ type: 'microphone.refused', why: 'denied' });
  expect([isListening(now()), troubleOf(now())]).toEqual([false, 'denied']);
  actor.send({ type: 'retry.requested' });
  expect([isAskingPermission(now()), troubleOf(now())]).toEqual([true, null]);
});

test('a microphone that gives no recording within five seconds is broken, and can be asked again', () => {
  const { actor, clock, now } = recorded();
  actor.send({ type: 'stop.requested' });
  clock.increment(4_999);
  expect(troubleOf(now())).toBeNull();
  clock.increment(1);
  expect([isListening(now()), troubleOf(now())]).toEqual([false, 'broken']);
  actor.send({ type: 'retry.requested' });
  expect(isAskingPermission(now())).toBe(true);
});

test('a discarded voice note is over, and its microphone closes', () => {
  const { actor, commands, now } = recorded();
  actor.send({ type: 'discard.requested' });
  expect([now().status, commands]).toEqual(['done', ['open', 'closed']]);
});

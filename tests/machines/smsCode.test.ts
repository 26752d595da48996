import { expect, test } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Puzzle } from '../../src/domain/puzzle.ts';
import { type PuzzleActor, puzzleMachine } from '../../src/machines/puzzle.ts';
import { wasCodeRequested } from '../../src/machines/selectors/smsCode.ts';
import { type SmsAnswer, type SmsRequest, smsCodeMachine } from '../../src/machines/smsCode.ts';
import { createActor, until } from '../support/actors.ts';

const picture = { token: 't', secretKey: '', picture: '', piece: '', bits: 0 };
const failure = { kind: 'business', code: 1_002_014_005, message: 'Too often', data: null } as const;

/** A phone whose codes are answered in turn; the last answer stays, and null breaks. */
function phone(...answers: (SmsAnswer | null)[]) {
  const requests: SmsRequest[] = [];
  let allow = () => {};
  let pass = (_secondsLeft: number) => {};
  const machine = smsCodeMachine.provide({
    actors: {
      puzzle: puzzleMachine.provide({
        actors: {
          load: fromPromise<Puzzle | null, void>(async () => picture),
          solve: fromPromise<string | null, { puzzle: Puzzle | null; x: number }>(async () => 'proof'),
        },
      }),
      send: fromPromise<SmsAnswer, SmsRequest>(async ({ input }) => {
        requests.push(input);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer) throw new Error('broken');
        return answer;
      }),
      resendClock: fromCallback<{ type: 'unused' }, number>(({ sendBack }) => {
        allow = () => sendBack({ type: 'resend.allowed' });
        pass = (secondsLeft) => sendBack({ type: 'second.passed', secondsLeft });
      }),
    },
  });
  const code = createActor(machine, { input: { scene: 1 } }).start();
  return { code, requests, allow: () => allow(), pass: (secondsLeft: number) => pass(secondsLeft) };
}

/** A puzzle whose piece has been moved to its gap. */
async function moved(puzzle: PuzzleActor | undefined) {
  if (!puzzle) throw new Error('no puzzle');
  await until(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 84 });
  return puzzle;
}
const breaks = () => {
  throw new Error('broken');
};

/** The person asks for a code and solves the puzzle. */
async function solved(code: ReturnType<typeof phone>['code']) {
  code.send({ type: 'code.requested', mobile: '13800138000' });
  return solvedAgain(code);
}

async function solvedAgain(code: ReturnType<typeof phone>['code']) {
  const puzzle = await moved(code.getSnapshot().children.puzzle);
  puzzle.send({ type: 'piece.released' });
  return until(code, (s) => s.matches('cooling') || s.matches('idle'));
}

test('each code needs a puzzle, and the next code a one-minute wait', async () => {
  const { code, requests, allow, pass } = phone({ outcome: 'sent', resendAt: 60_000 });
  const sent = await solved(code);
  expect(requests).toEqual([{ mobile: '13800138000', scene: 1, captcha: 'proof' }]);
  expect([sent.value, sent.context.sentTo, sent.context.resendAt]).toEqual(['cooling', '13800138000', 60_000]);
  expect(wasCodeRequested(sent)).toBe(true);
  code.send({ type: 'code.requested', mobile: '13800138000' });
  expect(code.getSnapshot().value).toBe('cooling');
  pass(59);
  expect(code.getSnapshot().context.secondsLeft).toBe(59);
  allow();
  expect(code.getSnapshot().value).toBe('idle');
});

test.each(['', '1380013'])('no code is sent to the number "%s", which is marked', (mobile) => {
  const { code, requests } = phone({ outcome: 'sent', resendAt: 60_000 });
  expect(wasCodeRequested(code.getSnapshot())).toBe(false);
  code.send({ type: 'code.requested', mobile });
  expect([code.getSnapshot().value, wasCodeRequested(code.getSnapshot()), requests]).toEqual(['idle', true, []]);
});

test('a refusal is shown, and the person can try again', async () => {
  const { code } = phone({ outcome: 'refused', failure });
  const refused = await solved(code);
  expect([refused.value, refused.context.failure]).toEqual(['idle', failure]);
});

test('a platform that wants another puzzle gets one, and no code is sent before', async () => {
  const { code, requests } = phone({ outcome: 'captchaNeeded' }, { outcome: 'sent', resendAt: 60_000 });
  code.send({ type: 'code.requested', mobile: '13800138000' });
  const first = code.getSnapshot().children.puzzle;
  const solvesFirst = solvedAgain(code);
  await until(code, (s) => s.matches('solving') && s.children.puzzle !== first);
  expect([requests.length, code.getSnapshot().context.sentTo]).toEqual([1, null]);
  await solvedAgain(code);
  expect((await solvesFirst).matches('cooling')).toBe(true);
  expect(requests).toHaveLength(2);
});

test('a code whose request breaks can be asked for again', async () => {
  const { code } = phone(null);
  const { value, context } = await solved(code);
  expect([value, context.sentTo, context.failure]).toEqual(['idle', null, null]);
});

test('a puzzle that is dismissed leads back to the form without a code', () => {
  const { code, requests } = phone({ outcome: 'sent', resendAt: 60_000 });
  code.send({ type: 'code.requested', mobile: '13800138000' });
  code.send({ type: 'captcha.cancelled' });
  expect([code.getSnapshot().value, requests]).toEqual(['idle', []]);
});

test('a puzzle that breaks leads back to the form', async () => {
  const load = fromPromise<Puzzle | null, void>(async () => picture);
  const puzzle = puzzleMachine.provide({ actors: { load }, actions: { move: breaks } });
  const code = createActor(smsCodeMachine.provide({ actors: { puzzle } }), { input: { scene: 1 } }).start();
  code.send({ type: 'code.requested', mobile: '13800138000' });
  await moved(code.getSnapshot().children.puzzle);
  expect(code.getSnapshot().value).toBe('idle');
});

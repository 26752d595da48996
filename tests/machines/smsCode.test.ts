import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { Puzzle } from '../../src/domain/puzzle.ts';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { wasCodeRequested } from '../../src/machines/selectors/smsCode.ts';
import { type SmsAnswer, type SmsRequest, smsCodeMachine } from '../../src/machines/smsCode.ts';

const picture = { token: 't', secretKey: '', picture: '', piece: '', bits: 0 };
const failure = { kind: 'business', code: 1_002_014_005, message: 'Too often', data: null } as const;

function phone(answer: SmsAnswer) {
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

async function solved(code: ReturnType<typeof phone>['code']) {
  code.send({ type: 'code.requested', mobile: '13800138000' });
  const puzzle = code.getSnapshot().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await waitFor(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 84 });
  puzzle.send({ type: 'piece.released' });
  return waitFor(code, (s) => s.matches('cooling') || s.matches('idle'));
}

test('each code needs a puzzle, and the next code a one-minute wait', async () => {
  const { code, requests, allow, pass } = phone({ outcome: 'sent', resendAt: 60_000 });
  const sent = await solved(code);
  expect(requests).toEqual([{ mobile: '13800138000', scene: 1, captcha: 'proof' }]);
  expect([sent.value, sent.context.sentTo, sent.context.resendAt]).toEqual(['cooling', '13800138000', 60_000]);
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

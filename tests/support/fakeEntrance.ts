import { createMachine, fromCallback, fromPromise } from 'xstate';
import { type SmsAnswer, type SmsRequest, smsCodeMachine } from '../../src/machines/smsCode.ts';
import type { Entrance } from '../../src/screens/app/app.ts';
import { startOfTest } from './fakeApp.tsx';

/** A puzzle that is solved immediately. */
const solved = createMachine({
  context: { puzzle: null, x: 0, failed: false, proof: 'proof' },
  initial: 'passed',
  states: { passed: { type: 'final' } },
  output: 'proof',
});

/** SMS codes without a puzzle, and a remembered form that can be deleted. It has no sign-in. */
export function fakeEntrance() {
  const sent: SmsRequest[] = [];
  const forgotten: string[] = [];
  const smsCode = smsCodeMachine.provide({
    actors: {
      puzzle: solved as never,
      send: fromPromise<SmsAnswer, SmsRequest>(async ({ input }) => {
        sent.push(input);
        return { outcome: 'sent', resendAt: startOfTest + 60_000 };
      }),
      resendClock: fromCallback(({ sendBack }) => sendBack({ type: 'second.passed', secondsLeft: 60 })),
    },
  });
  const remembered: Entrance['remembered'] = { unavailable: null, forget: async () => void forgotten.push('form') };
  return {
    sent,
    forgotten,
    entrance: {
      machines: () => ({ smsCode }),
      remembered,
      lastAccount: () => null,
      device: () => 'device',
    } as unknown as Entrance,
  };
}

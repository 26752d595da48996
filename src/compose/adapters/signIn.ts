import { fromCallback, fromPromise } from 'xstate';
import type { Remembered } from '../../domain/credentials.ts';
import type { Puzzle } from '../../domain/puzzle.ts';
import type { SignInAnswer, SignInTry } from '../../machines/signIn.ts';
import type { SmsAnswer, SmsRequest } from '../../machines/smsCode.ts';
import type { Entrance, SignInMachines } from '../../screens/app.ts';
import type { createCountdown } from '../../services/alarm.ts';
import type { puzzles } from '../../services/captcha.ts';
import type { logIn } from '../../services/logIn.ts';

type Needs = Parameters<typeof logIn>[0] & {
  readonly api: Parameters<typeof puzzles>[0];
  readonly now: () => number;
  readonly countdown: ReturnType<typeof createCountdown>;
};

type Unused = { type: 'unused' };

/** Connects the sign-in machines to the platform. Services load on first use. */
export function createSignInMachines(needs: Needs) {
  const { api, now, clock, countdown, form, tenantId } = needs;
  const loadLogIn = async () => (await import('../../services/logIn.ts')).logIn(needs);
  const loadPuzzles = async () => (await import('../../services/captcha.ts')).puzzles(api, now);

  /** Counts down to a time of the platform's clock, then sends the event. */
  const platformClock = (type: 'resend.allowed' | 'retry.allowed') =>
    fromCallback<Unused, number>(({ input, sendBack }) =>
      countdown(now() + input - clock.now(), {
        passed: (secondsLeft) => sendBack({ type: 'second.passed', secondsLeft }),
        over: () => sendBack({ type }),
      }),
    );

  return (written: SignInMachines): ReturnType<Entrance['machines']> => {
    const puzzle = written.puzzle.provide({
      actors: {
        load: fromPromise<Puzzle | null, void>(async ({ signal }) => (await loadPuzzles()).load(signal)),
        solve: fromPromise<string | null, { puzzle: Puzzle | null; x: number }>(async ({ input, signal }) =>
          input.puzzle ? (await loadPuzzles()).solve(input.puzzle, input.x, signal) : null,
        ),
      },
    });
    const signIn = written.signIn.provide({
      actors: {
        puzzle,
        recall: fromPromise<Remembered | null, void>(() => form.recall(tenantId())),
        logIn: fromPromise<SignInAnswer, SignInTry>(async ({ input, signal }) =>
          (await loadLogIn()).logIn(input, signal),
        ),
        retryClock: platformClock('retry.allowed'),
      },
    });
    const smsCode = written.smsCode.provide({
      actors: {
        puzzle,
        send: fromPromise<SmsAnswer, SmsRequest>(async ({ input, signal }) =>
          (await loadLogIn()).sendCode(input, signal),
        ),
        resendClock: platformClock('resend.allowed'),
      },
    });
    /** Unlocking requires typing, so remembered credentials are not read. */
    const unlock = signIn.provide({ actors: { recall: fromPromise<Remembered | null, void>(async () => null) } });
    return { signIn, unlock, smsCode };
  };
}

import { BehaviorSubject } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Answer } from '../../contract/operation.ts';
import type { SigningRequest } from '../domain/credentials.ts';

const signing = ['createPrescription', 'editPrescription', 'approveAudit', 'answerReviewQuestion'] as const;

/** Calls that sign; the first one in a sign-in that began without a password asks for it. */
export function createSignatureConfirmation(api: Api) {
  const request$ = new BehaviorSubject<SigningRequest | null>(null);
  let asking: Promise<boolean> | null = null;

  /** Asks once for all calls that wait; false if the person cancelled. */
  function ask(): Promise<boolean> {
    asking ??= new Promise<boolean>((resolve) => {
      const finish = (unlocked: boolean) => {
        asking = null;
        request$.next(null);
        resolve(unlocked);
      };
      request$.next({
        async submit(password) {
          const answer = await api.unlockSigning({ password }, { quiet: true });
          if (!answer.ok) return answer.failure.message;
          finish(true);
          return null;
        },
        cancel: () => finish(false),
      });
    });
    return asking;
  }

  /** The call repeats itself once the password was given. */
  const guarded = (name: (typeof signing)[number]) => async (input: never, options?: never) => {
    const call: (input: never, options?: never) => Promise<Answer<unknown>> = api[name];
    const first = await call(input, options);
    if (first.ok || first.failure.code !== Code.signingLocked || !(await ask())) return first;
    return call(input, options);
  };

  return {
    request$,
    /** The same calls, of which those that sign ask for the password when it is needed. */
    api: Object.assign(Object.create(api), Object.fromEntries(signing.map((name) => [name, guarded(name)]))) as Api,
  };
}

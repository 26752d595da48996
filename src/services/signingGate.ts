import { BehaviorSubject } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Answer } from '../../contract/operation.ts';
import type { SigningRequest } from '../domain/credentials.ts';

/** Calls that sign; the first one in a sign-in that began without a password asks for it. */
export function createSigningGate(api: Api) {
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

  const guarded =
    <Input, Options, Data>(call: (input: Input, options?: Options) => Promise<Answer<Data>>) =>
    async (input: Input, options?: Options): Promise<Answer<Data>> => {
      const first = await call(input, options);
      if (first.ok || first.failure.code !== Code.signingLocked || !(await ask())) return first;
      return call(input, options);
    };

  return {
    request$,
    /** The same calls, of which those that sign ask for the password when it is needed. */
    api: Object.assign(Object.create(api), {
      createPrescription: guarded((...sent: Parameters<Api['createPrescription']>) => api.createPrescription(...sent)),
      editPrescription: guarded((...sent: Parameters<Api['editPrescription']>) => api.editPrescription(...sent)),
      approveAudit: guarded((...sent: Parameters<Api['approveAudit']>) => api.approveAudit(...sent)),
    }) as Api,
  };
}

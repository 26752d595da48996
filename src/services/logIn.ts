import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Tokens } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import type { Answer, CallOptions } from '../../contract/operation.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { SignInAnswer, SignInTry } from '../machines/signIn.ts';
import type { SmsAnswer, SmsRequest } from '../machines/smsCode.ts';
import type { RememberedForm } from './rememberedForm.ts';
import type { ServerClock } from './serverClock.ts';

type Needs = {
  readonly api: Pick<Api, 'login' | 'smsLogin' | 'sendSmsCode'>;
  readonly form: RememberedForm;
  readonly tenantId: () => string;
  readonly clock: ServerClock;
  /** Stores the account name of a password sign-in for the lock screen. */
  readonly noteAccount: (username: string | null) => void;
  /** Passes the tokens to the session; false if the session no longer accepts them. */
  readonly accept: (tokens: Tokens) => boolean;
  /** Ends a sign-in at the platform. */
  readonly end: (tokens: Tokens) => void;
};

/** Signs in, stores or deletes the remembered form, and passes the tokens to the session. */
export function logIn({ api, form, tenantId, clock, noteAccount, accept, end }: Needs) {
  async function ask(credentials: Credentials, captcha: string | null, options: CallOptions): Promise<Answer<Tokens>> {
    if (credentials.kind === 'password') {
      const { username, password } = credentials;
      const proof = captcha === null ? {} : { captchaVerification: captcha };
      return api.login({ username, password, ...proof }, options);
    }
    const answer = await api.smsLogin({ mobile: credentials.mobile, code: credentials.code }, options);
    if (!answer.ok) return answer;
    const { data: tokens, code, msg } = answer.data;
    if (tokens) return { ok: true, data: tokens };
    return { ok: false, failure: { kind: 'malformed', code, message: msg ?? '', data: null } };
  }

  async function keep(credentials: Credentials) {
    if (credentials.kind !== 'password' || credentials.remember === null) return;
    if (!credentials.remember) await form.forget();
    else await form.remember(tenantId(), credentials).catch(() => form.forget());
  }

  return {
    async logIn({ credentials, captcha }: SignInTry, signal: AbortSignal): Promise<SignInAnswer> {
      if (credentials === null) throw new Error('nothing was entered');
      // Not cancelled together with the form, because a sign-in that is no longer wanted has to be ended at the
      // platform.
      const answer = await ask(credentials, captcha, { quiet: true });
      if (signal.aborted && answer.ok) end(answer.data);
      signal.throwIfAborted();
      if (!answer.ok) {
        const { failure } = answer;
        if (failure.code === Code.captchaRequired) return { outcome: 'captchaNeeded' };
        if (credentials.kind === 'password' && credentials.recalled && failure.code === Code.wrongPassword)
          await form.refused();
        return { outcome: 'refused', failure };
      }
      await keep(credentials);
      if (signal.aborted || !accept(answer.data)) end(answer.data);
      else noteAccount(credentials.kind === 'password' ? credentials.username : null);
      return { outcome: 'accepted' };
    },
    async sendCode({ mobile, scene, captcha }: SmsRequest, signal: AbortSignal): Promise<SmsAnswer> {
      const answer = await api.sendSmsCode({ mobile, scene, captchaVerification: captcha }, { signal, quiet: true });
      if (answer.ok) return { outcome: 'sent', resendAt: clock.now() + limits.smsResendMs };
      if (answer.failure.code === Code.captchaRequired) return { outcome: 'captchaNeeded' };
      return { outcome: 'refused', failure: answer.failure };
    },
  };
}

import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import { RetryLater, type Tokens } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import type { Answer, CallOptions, Failure } from '../../contract/operation.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { SignInAnswer, SignInTry } from '../machines/signIn.ts';
import type { SmsAnswer, SmsRequest } from '../machines/smsCode.ts';
import type { RememberedForm } from './rememberedForm.ts';
import type { ServerClock } from './serverClock.ts';

type Needs = {
  readonly api: Pick<Api, 'login' | 'smsLogin' | 'sendSmsCode'>;
  readonly form: RememberedForm;
  readonly hospitalId: () => string;
  readonly clock: ServerClock;
  /** The secret by which the platform recognises this browser. */
  readonly device: () => string;
  /** Stores the account name of a password sign-in for the lock screen. */
  readonly noteAccount: (username: string | null) => void;
  /** Passes the tokens to the session; false if the session no longer accepts them. */
  readonly accept: (tokens: Tokens) => boolean;
  /** Ends a sign-in at the platform. */
  readonly end: (tokens: Tokens) => void;
};

/** Signs in, stores or deletes the remembered form, and passes the tokens to the session. */
export function createLogIn({ api, form, hospitalId, clock, device, noteAccount, accept, end }: Needs) {
  async function ask(credentials: Credentials, captcha: string | null, options: CallOptions): Promise<Answer<Tokens>> {
    if (credentials.kind === 'password') {
      const { username, password } = credentials;
      const proof = captcha === null ? {} : { captchaVerification: captcha };
      return api.login({ username, password, ...proof, device: device() }, options);
    }
    const { mobile, code: typed } = credentials;
    const answer = await api.smsLogin({ mobile, code: typed, device: device() }, options);
    if (!answer.ok) return answer;
    const { data: tokens, code, msg } = answer.data;
    if (tokens) return { ok: true, data: tokens };
    return { ok: false, failure: { kind: 'malformed', code, message: msg ?? '', data: null } };
  }

  function refusalOf(failure: Failure): SignInAnswer {
    if (failure.code === Code.captchaRequired) return { outcome: 'captchaNeeded' };
    const later = RetryLater.safeParse(failure.data);
    const isDelayed = failure.code === Code.tooManyRequests && later.success;
    const retryAt = isDelayed ? clock.now() + later.data.retryAfterMs : 0;
    const isCodeNeeded = failure.code === Code.signInCodeRequired;
    return { outcome: isDelayed ? 'delayed' : isCodeNeeded ? 'codeNeeded' : 'refused', failure, retryAt };
  }

  async function keep(credentials: Credentials) {
    if (credentials.kind !== 'password' || credentials.remember === null) return;
    if (!credentials.remember) await form.forget();
    else await form.remember(hospitalId(), credentials).catch(() => form.forget());
  }

  return {
    async logIn({ credentials, captcha }: SignInTry, signal: AbortSignal): Promise<SignInAnswer> {
      if (credentials === null) throw new Error('nothing was entered');
      signal.throwIfAborted();
      // Not cancelled together with the form, because a sign-in that is no longer wanted has to be ended at the
      // platform.
      const answer = await ask(credentials, captcha, { quiet: true });
      if (signal.aborted && answer.ok) end(answer.data);
      signal.throwIfAborted();
      if (!answer.ok) {
        const { failure } = answer;
        if (credentials.kind === 'password' && credentials.recalled && failure.code === Code.wrongPassword)
          await form.refused();
        return refusalOf(failure);
      }
      await keep(credentials);
      if (signal.aborted || !accept(answer.data)) end(answer.data);
      else noteAccount(credentials.kind === 'password' ? credentials.username : null);
      return { outcome: 'accepted' };
    },
    async sendCode({ mobile, scene, captcha }: SmsRequest, signal: AbortSignal): Promise<SmsAnswer> {
      const asked = { mobile, scene, captchaVerification: captcha, device: device() };
      const answer = await api.sendSmsCode(asked, { signal, quiet: true });
      if (answer.ok) return { outcome: 'sent', resendAt: clock.now() + limits.smsResendMs };
      if (answer.failure.code === Code.captchaRequired) return { outcome: 'captchaNeeded' };
      return { outcome: 'refused', failure: answer.failure };
    },
  };
}

import { type Account, people } from './scriptedAnswers.ts';

type Login = { account: Account; access: string; refresh: string };

const accessMs = 30 * 60_000;

/** The tokens of a scripted platform. Rotation is strict: a refresh token works once. */
export function scriptedTokens() {
  const accessOf = new Map<string, Account>();
  const refreshOf = new Map<string, Account>();
  let issued = 0;

  function issue(account: Account): Login {
    issued += 1;
    const login = { account, access: `access-${issued}-${account}`, refresh: `refresh-${issued}-${account}` };
    accessOf.set(login.access, account);
    refreshOf.set(login.refresh, account);
    return login;
  }

  return {
    issue,
    /** Restores the initial state, so that the next tokens are the first again. */
    reset() {
      accessOf.clear();
      refreshOf.clear();
      issued = 0;
    },
    /** The next login with the rotated token, or null if the token is invalid or used. */
    rotate(refresh: string): Login | null {
      const account = refreshOf.get(refresh);
      if (account === undefined) return null;
      refreshOf.delete(refresh);
      return issue(account);
    },
    owner: (access: string | null) => (access === null ? null : (accessOf.get(access) ?? null)),
    /** All current access tokens are refused from now on; refresh tokens still work. */
    expireAccess: () => accessOf.clear(),
    /** All issued tokens are refused. */
    revokeAll() {
      accessOf.clear();
      refreshOf.clear();
    },
  };
}

/** A login on the wire. */
export const wireLogin = ({ account, access, refresh }: Login) => ({
  userId: people[account].id,
  accessToken: access,
  refreshToken: refresh,
  expiresTime: Date.now() + accessMs,
});

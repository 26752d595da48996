import * as z from 'zod/mini';
import { Token } from '../../contract/http/auth.ts';
import { AccountId, DoctorId, type HospitalId } from '../../contract/ids.ts';
import { defaultHospitalId } from '../../contract/limits.ts';
import type { Account, Hospital, Login } from '../domain/session.ts';
import { type LoginMirror, type Mirrored, StoredLogin } from './loginMirror.ts';
import type { NamedValues, StoredValues } from './safeStorage.ts';

/** The person as stored in session storage across reloads. */
export const UserInfo = z.object({
  memberAccountId: AccountId,
  doctorId: DoctorId,
  name: z.string(),
  avatar: z.nullable(z.string()),
  isAuditor: z.boolean(),
  isAdministrator: z.optional(z.boolean()),
  mustChangePassword: z.optional(z.boolean()),
  hospitalName: z.nullable(z.string()),
});

type Needs = {
  readonly local: NamedValues;
  readonly session: StoredValues;
  readonly mirror: LoginMirror;
  readonly now: () => number;
};

/** The stored tokens. `login` is null if the tokens differ from those that were saved with it. */
export type StoredTokens = {
  readonly access: string | null;
  readonly refresh: string | null;
  readonly login: StoredLogin | null;
};

/** `locked` comes from the mirror where what was saved with the tokens is gone. */
export type RestoredTokens = StoredTokens & { readonly locked: boolean };

export type TokenStore = ReturnType<typeof createTokenStore>;

function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Tokens and hospital in local storage, the person in session storage, under the specification's key names. */
export function createTokenStore({ local, session, mirror, now }: Needs) {
  let lastTime = 0;
  /** Whether this page's screen is locked, should the stored mark be gone. */
  let isLockedHere = false;
  const token = (key: string) => Token.safeParse(local.getItem(key)).data ?? null;

  function read(): StoredTokens {
    const [access, refresh] = [token('ACCESS_TOKEN'), token('REFRESH_TOKEN')];
    const info = StoredLogin.safeParse(fromJson(local.getItem('LOGIN_INFO')));
    const isOurs = info.success && info.data.accessToken === access && info.data.refreshToken === refresh;
    return { access, refresh, login: isOurs ? info.data : null };
  }

  function put(kept: StoredLogin) {
    local.setItem('LOGIN_INFO', JSON.stringify(kept));
    local.setItem('REFRESH_TOKEN', kept.refreshToken);
    local.setItem('ACCESS_TOKEN', kept.accessToken);
    local.setItem('TENANT_ID', kept.tenantId);
  }

  /** Later than the last write of either copy, also after the machine's clock was set back. */
  function nextTime(): number {
    lastTime = Math.max(now(), lastTime + 1, (read().login?.savedAt ?? 0) + 1);
    return lastTime;
  }

  function forgetTokens() {
    for (const key of ['ACCESS_TOKEN', 'REFRESH_TOKEN', 'LOGIN_INFO', 'LOGIN_NAME']) local.removeItem(key);
    session.removeItem('USER_INFO');
  }

  /** The newer of both copies; a copy that the other one marks as ended is ignored. */
  function newest(stored: StoredTokens, mirrored: Mirrored | null, hospital: Hospital): StoredTokens {
    if (mirrored?.kind === 'ended')
      return (stored.login?.savedAt ?? Number.POSITIVE_INFINITY) < mirrored.savedAt ? nothing : stored;
    if (mirrored === null || mirrored.login.tenantId !== hospital.id) return stored;
    if (stored.access === null) {
      const wasEmptied = mirrored.settled || session.getItem('USER_INFO') !== null;
      return wasEmptied ? nothing : found(mirrored.login);
    }
    return (stored.login?.savedAt ?? Number.POSITIVE_INFINITY) < mirrored.login.savedAt
      ? found(mirrored.login)
      : stored;
  }

  function noted(restored: RestoredTokens): RestoredTokens {
    isLockedHere = restored.locked;
    return restored;
  }

  return {
    read,
    /** Stores a sign-in or a renewal; resolves when it would survive a killed browser. */
    write(login: Login, hospitalId: HospitalId): Promise<void> {
      const kept = {
        ...login,
        tenantId: hospitalId,
        savedAt: nextTime(),
        locked: read().login?.locked ?? isLockedHere,
      };
      put(kept);
      return mirror.write({ kind: 'login', login: kept, settled: false });
    },
    /** Deletes a refresh token that the platform rejected, so that no tab uses it again. */
    dropRefresh: () => local.removeItem('REFRESH_TOKEN'),
    /** Notes in both copies of the sign-in whether its screen is locked. */
    async setLocked(locked: boolean): Promise<void> {
      isLockedHere = locked;
      const { login } = read();
      if (login !== null) local.setItem('LOGIN_INFO', JSON.stringify({ ...login, locked }));
      const mirrored = await mirror.read();
      if (mirrored?.kind !== 'login') return;
      await mirror.write({ ...mirrored, login: { ...mirrored.login, locked } }, { ifCurrent: mirrored });
    },
    clear(): Promise<void> {
      isLockedHere = false;
      forgetTokens();
      return mirror.write({ kind: 'ended', savedAt: nextTime() });
    },
    /** Restores the sign-in for this hospital; tokens of another hospital are deleted. */
    async restore(hospital: Hospital): Promise<RestoredTokens> {
      const known = local.getItem('TENANT_ID');
      if (known !== null && known !== hospital.id) {
        forgetTokens();
        local.removeItem('ENUMERATIONS');
        await mirror.write({ kind: 'ended', savedAt: nextTime() });
      }
      local.setItem('TENANT_ID', hospital.id);
      session.setItem('HOSPITAL_NAME', hospital.name);
      const before = read();
      const mirrored = await mirror.read();
      // Another tab signed in, renewed or signed out meanwhile; its write wins.
      const latest = read();
      if (latest.access !== before.access || latest.refresh !== before.refresh) return noted(withLock(latest, null));
      const stored = newest(before, mirrored, hospital);
      if (stored.access === null) forgetTokens();
      if (stored.login === null) return noted(withLock(stored, mirrored));
      put(stored.login);
      const settled = before.access === stored.access;
      await mirror.write({ kind: 'login', login: stored.login, settled }, { ifCurrent: mirrored });
      return noted(withLock(stored, mirrored));
    },
    /** The hospital for requests; the default until the lookup has answered. */
    hospitalId: () => local.getItem('TENANT_ID') || defaultHospitalId,
    noteAccount: (username: string | null) =>
      username === null ? local.removeItem('LOGIN_NAME') : local.setItem('LOGIN_NAME', username),
    lastAccount: () => local.getItem('LOGIN_NAME'),
    keepAccount: (account: Account) => session.setItem('USER_INFO', JSON.stringify(account)),
    account(): Account | null {
      const info = UserInfo.safeParse(fromJson(session.getItem('USER_INFO')));
      return info.success ? info.data : null;
    },
    /** Clears local storage as the specification requires: everything except keys that begin with one of `kept`. */
    async emptyStorage(kept: readonly string[]): Promise<void> {
      const staying = local.names().filter((key) => kept.some((beginning) => key.startsWith(beginning)));
      const values = staying.map((key) => [key, local.getItem(key)] as const);
      local.clear();
      for (const [key, value] of values) if (value !== null) local.setItem(key, value);
      await mirror.write({ kind: 'ended', savedAt: nextTime() });
    },
    emptySession: () => session.clear(),
  };
}

const nothing: StoredTokens = { access: null, refresh: null, login: null };

function withLock(stored: StoredTokens, mirrored: Mirrored | null): RestoredTokens {
  const isMirrored = mirrored?.kind === 'login' && mirrored.login.accessToken === stored.access;
  const login = stored.login ?? (isMirrored ? mirrored.login : null);
  return { ...stored, locked: login?.locked === true };
}

const found = (login: StoredLogin): StoredTokens => ({ access: login.accessToken, refresh: login.refreshToken, login });

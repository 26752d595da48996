import { hash, verify } from '@node-rs/argon2';
import { newSecret } from './tokens.ts';

// argon2id with OWASP's first parameter set: 8 ms here. Two at a time, because hashing shares the four threads of
// libuv's pool with file system and DNS.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const mostAtOnce = 2;

/** Hashes and checks passwords. An account that does not exist takes as long to check as one that does. */
export function createPasswords() {
  let running = 0;
  const waiting: (() => void)[] = [];
  const nobody = hash(newSecret(), cost);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  return {
    hash: (password: string) => inTurn(() => hash(password.normalize('NFC'), cost)),
    /** Checks a password against what is kept of it; `null` stands for an account that does not exist. */
    async verify(kept: string | null, password: string): Promise<boolean> {
      const right = await inTurn(async () => verify(kept ?? (await nobody), password.normalize('NFC')));
      return kept !== null && right;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

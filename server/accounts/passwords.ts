import { hash, verify } from '@node-rs/argon2';
import { newSecret } from './tokens.ts';

// argon2id with OWASP's first parameter set: 8 ms here. Two at a time, because hashing shares the four threads of
// libuv's pool with file system and DNS.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxConcurrent = 2;

/** Hashes and checks passwords. Checking an unknown account takes as long as checking a known one. */
export function createPasswords() {
  let running = 0;
  const waiting: (() => void)[] = [];
  const dummyHash = hash(newSecret(), cost);

  async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  return {
    hash: (password: string) => limitConcurrency(() => hash(password.normalize('NFC'), cost)),
    /** Checks a password against its hash; a `null` hash means an unknown account. */
    async verify(stored: string | null, password: string): Promise<boolean> {
      const right = await limitConcurrency(async () => verify(stored ?? (await dummyHash), password.normalize('NFC')));
      return stored !== null && right;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

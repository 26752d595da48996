import { BehaviorSubject, NEVER } from 'rxjs';
import type * as z from 'zod/mini';
import type { StoreOutcome } from '../machines/delivery.ts';
import type { Vault } from './vault.ts';
import type { Kind } from './writeQueue.ts';

/** Without WebCrypto (plain http on an intranet) patient text is held in memory only and never stored unencrypted. */
export function memoryVault(): Vault {
  const kept = new Map<string, unknown>();
  const name = (kind: Kind, id: string) => `${kind}|${id}`;
  async function read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    const found = shape.safeParse(kept.get(name(kind, id)));
    return found.success ? found.data : null;
  }
  return {
    safety$: new BehaviorSubject<StoreOutcome>('volatile'),
    async put(kind, id, value) {
      kept.set(name(kind, id), value);
      return 'volatile';
    },
    async replaceDraft(draft, kind, id, value) {
      kept.delete(name('draft', draft));
      kept.set(name(kind, id), value);
      return 'volatile';
    },
    takenUp$: NEVER,
    read,
    get: read,
    async all(kind, shape) {
      const found = [...kept].filter(([key]) => key.startsWith(`${kind}|`)).map(([, value]) => shape.safeParse(value));
      return found.flatMap((read) => (read.success ? [read.data] : []));
    },
    async remove(kind, id) {
      kept.delete(name(kind, id));
    },
    close: () => kept.clear(),
  };
}

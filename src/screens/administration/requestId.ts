import type { Code } from '../../../contract/envelope.ts';
import type { Failure } from '../../../contract/operation.ts';
import { useKept } from '../forms/useKept.ts';

const duplicateRequest = 900 satisfies typeof Code.duplicateRequest;

/** The id of what an earlier attempt, whose answer was lost, has created with other content; null for other refusals. */
export function storedBefore({ code, data }: Failure): string | null {
  if (code !== duplicateRequest || typeof data !== 'object' || data === null) return null;
  const id: unknown = Reflect.get(data, 'id');
  return typeof id === 'string' ? id : null;
}

/** The id of a form's request, which stays the same for every attempt, and a function that takes a new one. */
export function useRequestId(name: string): readonly [string, () => void] {
  const [id, set] = useKept<string>(`request of ${name}`, crypto.randomUUID());
  return [id, () => set(crypto.randomUUID())];
}

import { Code } from '../../contract/envelope.ts';
import type { Failure } from '../../contract/operation.ts';

/** The id of what an earlier attempt, whose answer was lost, has created with other content; null for other refusals. */
export function storedBefore({ code, data }: Failure): string | null {
  if (code !== Code.duplicateRequest || typeof data !== 'object' || data === null) return null;
  const id: unknown = Reflect.get(data, 'id');
  return typeof id === 'string' ? id : null;
}

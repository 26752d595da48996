import { Code } from '../../contract/envelope.ts';
import { type Refused, refused } from '../db/outcome.ts';

/** Why nobody signs in this session yet; null if its person proved their password. */
export const refusalOfSession = (session: { signingLocked: boolean } | null): Refused | null =>
  session?.signingLocked ? refused(Code.signingLocked) : null;

import * as z from 'zod/mini';
import { usualIdleLockMin } from '../../contract/limits.ts';

const Decided = z.coerce.number().check(z.minimum(0));

/** Minutes without use after which the hospital's workstations lock; 0, which only the operator can set, is never. */
export const idleLockFrom = (settings: Record<string, unknown> | undefined): number =>
  settings?.idleLockMin === undefined
    ? usualIdleLockMin
    : (Decided.safeParse(settings.idleLockMin).data ?? usualIdleLockMin);

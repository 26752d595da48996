import type { SnapshotFrom } from 'xstate';
import type { partMachine } from '../part.ts';

type Snapshot = SnapshotFrom<typeof partMachine>;

export const codeOf = (s: Snapshot): object | null => s.context.code;

/** Why the code is missing; null while it is not needed, loading or there. */
export const absenceOf = (s: Snapshot): unknown => (s.hasTag('away') ? s.context.cause : null);

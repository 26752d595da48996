import type { SnapshotFrom } from 'xstate';
import type { linkMachine } from '../link.ts';

type Snapshot = SnapshotFrom<typeof linkMachine>;

export const isLinked = (s: Snapshot): boolean => s.matches('linked');

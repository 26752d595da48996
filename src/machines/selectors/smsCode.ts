import type { SnapshotFrom } from 'xstate';
import type { smsCodeMachine } from '../smsCode.ts';

type Snapshot = SnapshotFrom<typeof smsCodeMachine>;

/** The puzzle that must be solved for a code. */
export const smsPuzzle = (s: Snapshot) => s.children.puzzle;

/** Whether another code cannot be asked for yet. */
export const isCooling = (s: Snapshot): boolean => s.hasTag('cooling');

export const isSendingCode = (s: Snapshot): boolean => s.hasTag('busy');

/** Seconds until another code may be asked for. */
export const secondsToResend = (s: Snapshot): number => s.context.secondsLeft;

/** Why the platform sent no code. */
export const smsRefusal = (s: Snapshot): string | null => s.context.failure?.message ?? null;

/** Whether a code was requested, so that a number that cannot be right is marked. */
export const wasCodeRequested = (s: Snapshot): boolean => s.context.wasRequested;

export const sentToOf = (s: Snapshot): string | null => s.context.sentTo;

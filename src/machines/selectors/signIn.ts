import type { SnapshotFrom } from 'xstate';
import type { Remembered } from '../../domain/credentials.ts';
import type { SignInMethod, signInMachine } from '../signIn.ts';

type Snapshot = SnapshotFrom<typeof signInMachine>;

/** Seconds until the next password attempt, or null. */
export const secondsLeftOf = (s: Snapshot): number | null => (s.hasTag('delayed') ? s.context.secondsLeft : null);

/** The puzzle that the platform asks for. */
export const signInPuzzle = (s: Snapshot) => s.children.puzzle;

export const isOpening = (s: Snapshot): boolean => s.hasTag('opening');

export const isSigningIn = (s: Snapshot): boolean => s.hasTag('busy');

/** Who signed in here last. */
export const rememberedIn = (s: Snapshot): Remembered | null => s.context.remembered;

/** Why the platform refused the last attempt. */
export const signInRefusal = (s: Snapshot): string | null => s.context.failure?.message ?? null;

/** Whether somebody tried to send this form, so that what it lacks is marked. */
export const isAttempted =
  (method: SignInMethod) =>
  (s: Snapshot): boolean =>
    s.context.attempted === method;

export const methodOf = (s: Snapshot): SignInMethod => s.context.method;

export const isCodeNeeded = (s: Snapshot): boolean => s.context.codeNeeded;

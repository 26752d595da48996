import { consultationWorld } from '../../tests/support/worlds/consultation.ts';
import { prescriptionWorld } from '../../tests/support/worlds/prescription.ts';
import { recordWorld } from '../../tests/support/worlds/record.ts';
import { reviewWorld } from '../../tests/support/worlds/review.ts';
import { sessionWorld } from '../../tests/support/worlds/session.ts';
import { signInWorld } from '../../tests/support/worlds/signIn.ts';
import { pathsOf } from './path.ts';

/** The paths to the states of each machine that has a stage. */
export const pathsTo = {
  consultation: () => pathsOf(consultationWorld),
  record: () => pathsOf(recordWorld),
  prescription: () => pathsOf(prescriptionWorld),
  review: () => pathsOf(reviewWorld),
  session: () => pathsOf(sessionWorld),
  signIn: () => pathsOf(signInWorld),
} as const;

export type StagedMachine = keyof typeof pathsTo;

export const isStaged = (machine: string): machine is StagedMachine => Object.hasOwn(pathsTo, machine);

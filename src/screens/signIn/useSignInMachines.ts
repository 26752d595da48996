import { puzzleMachine } from '../../machines/puzzle.ts';
import { signInMachine } from '../../machines/signIn.ts';
import { smsCodeMachine } from '../../machines/smsCode.ts';
import { useApp } from '../app/app.ts';

/** The sign-in machines without the API of this browser. */
export const signInMachines = { puzzle: puzzleMachine, signIn: signInMachine, smsCode: smsCodeMachine };

/** The sign-in machines with their actors provided. */
export const useSignInMachines = () => useApp().entrance.machines(signInMachines);

import { puzzleMachine } from '../../machines/puzzle.ts';
import { signInMachine } from '../../machines/signIn.ts';
import { smsCodeMachine } from '../../machines/smsCode.ts';
import { useApp } from '../app.ts';

/** The machines as they are written, without the calls of this browser. */
export const signInMachines = { puzzle: puzzleMachine, signIn: signInMachine, smsCode: smsCodeMachine };

/** The machines of the sign-in forms, ready to run. */
export const useSignInMachines = () => useApp().entrance.machines(signInMachines);

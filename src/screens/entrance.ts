import type { Puzzle } from '../domain/puzzle.ts';
import type { signInMachine } from '../machines/signIn.ts';
import type { smsCodeMachine } from '../machines/smsCode.ts';

/** What the sign-in screens are given: machines with their actors provided, puzzles, and the remembered form. */
export type Entrance = {
  readonly signIn: typeof signInMachine;
  readonly smsCode: typeof smsCodeMachine;
  readonly puzzles: {
    load(signal: AbortSignal): Promise<Puzzle | null>;
    solve(puzzle: Puzzle, x: number, signal: AbortSignal): Promise<string | null>;
  };
  readonly remembered: {
    readonly unavailable: 'noCrypto' | 'noStorage' | null;
    recall(): Promise<{ username: string; password: string } | null>;
    forget(): Promise<void>;
  };
};

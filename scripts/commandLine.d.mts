import type { ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;
type Taken<O> = { readonly options?: O; readonly positionals?: number };

export const restartCode: number;
export class WrongUse extends Error {}
export function parseArguments<const O extends Options>(args: readonly string[], taken?: Taken<O>): Parsed<O>;
export function endWrongUse(line: string): never;
export function readCommandLine<const O extends Options = Record<never, never>>(
  command: Taken<O> & { readonly usage: string; readonly args?: readonly string[] },
): Parsed<O>;

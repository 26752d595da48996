// Reads the arguments and the environment of every command. Node built-ins only: some commands run before packages are
// installed.
import { parseArgs } from 'node:util';
import { misspeltVariable } from './variables.mjs';

/** A platform of the demonstration that ends with this code is started again by its launcher. */
export const restartCode = 75;

/** A command line that the command does not take; its message names the argument. */
export class WrongUse extends Error {}

/** Parses arguments by Node's rules; an unknown option or one argument too many is a WrongUse. */
export function parseArguments(args, { options = {}, positionals = 0 } = {}) {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new WrongUse(cause.message.split(/\. |\n/)[0]);
  }
  const extra = parsed.positionals[positionals];
  if (extra !== undefined) throw new WrongUse(`Unexpected argument '${extra}'`);
  return parsed;
}

/** Ends a command that was called in a wrong way. */
export function endWrongUse(line) {
  console.error(line);
  process.exit(2);
}

/** Ends the command with a line that names the first variable that is misspelt. */
export function refuseMisspelt(environment) {
  const misspelt = misspeltVariable(environment);
  if (misspelt === null) return;
  const { name, meant } = misspelt;
  const advice = meant === null ? 'Remove it.' : `${meant} is meant?`;
  endWrongUse(`There is no variable ${name}: ${advice} docs/deployment.md describes all of them.`);
}

/**
 * The options and arguments of a command. `--help` prints its usage and ends it with 0; an unknown option and a misspelt
 * variable end it with 2.
 */
export function readCommandLine({ usage, options = {}, positionals = 0, args = process.argv.slice(2) }) {
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const parsed = parseArguments(args, { options, positionals });
    refuseMisspelt(process.env);
    return parsed;
  } catch (cause) {
    if (!(cause instanceof WrongUse)) throw cause;
    return endWrongUse(`${cause.message}. See --help.`);
  }
}

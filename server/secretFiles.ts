import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretVariables, tracingSecrets } from '../scripts/variables.mjs';
import { reasonOf, StartFailure } from './startFailure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The one line of a file. Editors and pipes leave line breaks at its end, which belong to no secret. */
function contentOf(file: string, variable: string): string {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split(/\r\n|\r|\n/);
  } catch (cause) {
    throw new StartFailure(`${variable}: ${file} cannot be read: ${reasonOf(cause)}`);
  }
  const last = lines.findLastIndex((line) => line !== '');
  const secret = lines[last] ?? '';
  if (last > 0) throw new StartFailure(`${variable}: ${file} holds more than one line. A secret is one line.`);
  // An empty variable means its default, such as the embedded database; whoever names a file wants something else.
  if (secret.trim() === '') throw new StartFailure(`${variable}: ${file} is empty.`);
  return secret;
}

/** The secret of a variable from a file: the one that `NAME_FILE` names, or a credential of systemd; null if neither. */
function secretIn(environment: Environment, name: string): string | null {
  const file = environment[`${name}_FILE`];
  if (file && environment[name]) throw new StartFailure(`${name} and ${name}_FILE are both set. Remove one of them.`);
  if (file) return contentOf(file, `${name}_FILE`);
  const folder = environment.CREDENTIALS_DIRECTORY;
  const credential = folder && !environment[name] ? join(folder, name) : null;
  return credential !== null && existsSync(credential) ? contentOf(credential, name) : null;
}

/** The environment with every secret in its own variable, also those that come from files. */
export function withSecretFiles(environment: Environment): Record<string, string | undefined> {
  const read = { ...environment };
  for (const name of [...secretVariables, ...tracingSecrets]) {
    const secret = secretIn(environment, name);
    if (secret !== null) read[name] = secret;
    delete read[`${name}_FILE`];
  }
  return read;
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** A chain of tools of others: the last one would get the arguments. */
const chains = ['check'];
const commands = Object.keys(scripts).filter((name) => !chains.includes(name));

type Ended = { code: number; stdout: string; stderr: string };

/** Runs a script of package.json with arguments, as npm does. */
const run = (name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((done) => {
    const PATH = [resolve('node_modules', '.bin'), process.env.PATH].join(delimiter);
    const options = { env: { ...process.env, PATH, ...env }, timeout: 100_000 };
    execFile('/bin/sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...args], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

/** An environment that no command can do anything with. */
const nowhere = { DATA_DIR: join('/proc', 'nowhere'), PORT: '1' };

describe.each(commands)('npm run %s', (name) => {
  test('prints its usage and ends with 0', async () => {
    const { code, stdout, stderr } = await run(name, ['--help'], nowhere);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/npm |--\w+/);
  });

  test('refuses an unknown option by its name, and ends with 2', async () => {
    const { code, stdout, stderr } = await run(name, ['--unknown'], nowhere);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]*--unknown[^\n]*\n$/);
  });

  test('refuses a misspelt variable by its name, and ends with 2', async () => {
    const { code, stdout, stderr } = await run(name, [], { ...nowhere, DATABSE_URL: 'postgres://localhost/x' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no variable DATABSE_URL: DATABASE_URL is meant\?[^\n]*\n$/);
  });
});

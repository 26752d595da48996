import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { restorePostgres } from '../../../server/backup/postgres.ts';

/** A program of PostgreSQL that writes down how it was started, and fails. */
function recordingProgram(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\necho "$@" > ${folder}/arguments\necho "$PGPASSWORD" > ${folder}/password\nexit 1\n`,
  );
  chmodSync(join(folder, name), 0o700);
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  return (file: 'arguments' | 'password') => readFileSync(join(folder, file), 'utf8').trim();
}

test.each(['postgres://me:hid%20den@127.0.0.1:9/x', 'postgres://me@127.0.0.1:9/x?password=hid%20den&sslmode=disable'])(
  'the password of %s is in no command line',
  async (url) => {
    const recorded = recordingProgram('pg_restore');
    await expect(restorePostgres(url, '/nowhere')).rejects.toThrow(/^pg_restore failed/);
    expect(recorded('arguments')).toContain('--dbname=postgres://me@127.0.0.1:9/x');
    expect(recorded('arguments')).not.toMatch(/hid|den/);
    expect(recorded('password')).toBe('hid den');
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretVariables, tracingSecrets } from '../../scripts/variables.mjs';
import { withSecretFiles } from '../../server/secretFiles.ts';
import { readSettings } from '../../server/settings.ts';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test.each([...secretVariables, ...tracingSecrets])(
  '%s comes from the file that %s_FILE names, without its last line break',
  (name) => {
    const file = join(folderWith({ secret: 'a secret\n' }), 'secret');
    expect(withSecretFiles({ [`${name}_FILE`]: file, PORT: '1' })).toEqual({ [name]: 'a secret', PORT: '1' });
  },
);

test.each(secretVariables)('%s comes from the credential of systemd that has its name', (name) => {
  const folder = folderWith({ [name]: 'a secret' });
  expect(withSecretFiles({ CREDENTIALS_DIRECTORY: folder })).toMatchObject({ [name]: 'a secret' });
  expect(withSecretFiles({ CREDENTIALS_DIRECTORY: folder, [name]: 'set' })).toMatchObject({ [name]: 'set' });
});

test.each(['\n\n', '\r\n\r\n', '\n\n\n', '\r'])(
  'no line break at the end of a file belongs to the secret: %j',
  (end) => {
    const folder = folderWith({ key: `${'a'.repeat(32)}${end}`, token: `token of metrics${end}` });
    const given = { TRAIL_KEY_FILE: join(folder, 'key'), METRICS_TOKEN_FILE: join(folder, 'token') };
    expect(withSecretFiles(given)).toEqual({ TRAIL_KEY: 'a'.repeat(32), METRICS_TOKEN: 'token of metrics' });
  },
);

test.each([...secretVariables, ...tracingSecrets])(
  'a file of more than one line is no %s, and none of it is shown',
  (name) => {
    for (const text of ['first\nsecond', 'first\r\nsecond\n', '\nfirst', 'first\n \n', 'first\rsecond']) {
      const folder = folderWith({ [name]: text });
      const file = join(folder, name);
      const said = `${name}_FILE: ${file} holds more than one line. A secret is one line.`;
      expect(() => withSecretFiles({ [`${name}_FILE`]: file })).toThrow(said);
      expect(() => withSecretFiles({ CREDENTIALS_DIRECTORY: folder })).toThrow(
        `${name}: ${file} holds more than one line.`,
      );
    }
  },
);

test('the settings take a database, and the keys of the trail, from files', () => {
  const folder = folderWith({ url: 'postgres://me:secret@db/x\n', keys: `${'a'.repeat(32)},${'b'.repeat(32)}\n` });
  const given = { DATABASE_URL_FILE: join(folder, 'url'), TRAIL_KEY_FILE: join(folder, 'keys'), REDIS_URL_FILE: '' };
  expect(readSettings(given, [])).toMatchObject({
    databaseUrl: 'postgres://me:secret@db/x',
    trailKeys: ['a'.repeat(32), 'b'.repeat(32)],
    redisUrl: null,
  });
});

test('a file that cannot be read, or a secret in two places, ends the start with the variable’s name', () => {
  const missing = { DATABASE_URL_FILE: '/nowhere/url' };
  expect(() => readSettings(missing, [])).toThrow(/^DATABASE_URL_FILE: \/nowhere\/url cannot be read: ENOENT/);
  const twice = { REDIS_URL: 'redis://x', REDIS_URL_FILE: '/nowhere/url' };
  expect(() => readSettings(twice, [])).toThrow(/^REDIS_URL and REDIS_URL_FILE are both set\./);
});

test.each(['', '\n', ' \r\n'])('a file with nothing but %j ends the start instead of choosing the default', (text) => {
  const folder = folderWith({ url: text, REDIS_URL: text });
  expect(() => readSettings({ DATABASE_URL_FILE: join(folder, 'url') }, [])).toThrow(
    /^DATABASE_URL_FILE: .*url is empty\.$/,
  );
  expect(() => readSettings({ CREDENTIALS_DIRECTORY: folder }, [])).toThrow(/^REDIS_URL: .*REDIS_URL is empty\.$/);
});

test('a secret of the wrong form is named, and not shown', () => {
  const file = join(folderWith({ url: 'mysql://me:hidden@db/x' }), 'url');
  expect(() => readSettings({ DATABASE_URL_FILE: file }, [])).toThrow(/^DATABASE_URL is not usable: (?!.*hidden)/);
});

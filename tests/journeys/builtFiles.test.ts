import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The build of this commit, which the journeys' set-up has made. The platform serves all of it but its own program. */
const dist = 'dist';
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('server'));
const here = process.cwd().replace(/[^\w/]/g, '\\$&');
const texts = files.filter((file) => /\.(js|css|html|json)$/.test(file));

test('the build has no source map, no hidden file but its stamp, and no source', () => {
  const wrong = files.filter(
    (file) => /\.(map|tsx?|pem|key|sql|log|env)$/.test(file) || /(^|\/)\.(?!built-from)/.test(file),
  );
  expect([wrong, texts.length > 10]).toEqual([[], true]);
});

test.each([
  ['a map of the sources', /sourceMappingURL|sourcesContent/],
  ['a private key', /BEGIN (RSA |EC |OPENSSH )?PRIVATE KEY|MII[A-Za-z0-9+/]{60}/],
  ['a password of the demonstration', /Cloudroom2026/],
  ['a key of a cloud service', /AKIA[0-9A-Z]{16}|ghp_\w{36}|xox[baprs]-/],
  ['a path of the machine that built it', new RegExp(`${here}/|/home/\\w+/|node_modules/\\.vite`)],
])('no file of the build contains %s', (_, pattern) => {
  expect(texts.filter((file) => pattern.test(readFileSync(join(dist, file), 'utf8')))).toEqual([]);
});

test('no file of the build belongs to the workbench of developers', () => {
  const named = files.filter((file) => /workbench|stage\.html|mermaid/.test(file));
  expect([named, texts.filter((file) => /workbench|mermaid/i.test(readFileSync(join(dist, file), 'utf8')))]).toEqual([
    [],
    [],
  ]);
});

test('the public page of a printed code loads its own scripts and what both pages share', () => {
  const scripts = [...readFileSync(join(dist, 'verify.html'), 'utf8').matchAll(/assets\/(\w+)-[\w-]{8}\.js/g)];
  expect(scripts.map(([, name]) => name)).toEqual(['verify', 'common']);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** Every binding of an operation, up to the end of its line. */
const bindings = ({ source }: { source: string }) => source.match(/^.*\broute\(\w.*$/gm) ?? [];

test('operations are bound in the plugins of the domains alone', () => {
  const binding = files.filter((one) => bindings(one).length > 0).map(({ file }) => file);
  expect(binding.filter((file) => !/^server\/\w+\/plugin\.ts$/.test(file))).toEqual([]);
  expect(binding).toHaveLength(18);
});

test('a plugin binds a use case to each operation and writes no handler of its own', () => {
  // `route(operation)(useCase)` or `route(operation)(useCase(needs))`, some on one line.
  const bound = /route\([\w.]+\)\([\w.]+(\(.*?\))?\)/g;
  const others = files
    .filter(({ file }) => file.endsWith('/plugin.ts'))
    .flatMap((one) => bindings(one).filter((line) => /=>|\broute\(/.test(line.replace(bound, ''))));
  expect(others).toEqual([]);
});

test('a plugin neither reads nor writes rows', () => {
  const working = files
    .filter(({ file }) => file.endsWith('/plugin.ts'))
    .filter(({ source }) =>
      /drizzle-orm|db\/schema|appendTrail|audited|\bstore\b|\.(select|execute|attempt)\(/.test(source),
    );
  expect(working.map(({ file }) => file)).toEqual([]);
});

test('a use case gets its context by the same names everywhere', () => {
  // Only `server/http` makes the context, from what admission found.
  const renaming = files
    .filter(({ file }) => !file.startsWith('server/http/'))
    .filter(({ source }) => /\b(user: by|by: user|at: now, language)\b/.test(source));
  expect(renaming.map(({ file }) => file)).toEqual([]);
});

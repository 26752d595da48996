import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typescriptIn } from '../support/imports.ts';

/** The text between the parenthesis at `from` and its end. */
function argumentsAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(from, at);
  }
  return '';
}

/** Where actors of machines are created, and whether they can be inspected. */
const creations = (source: string) =>
  [...source.matchAll(/\b(?:createActor|useActorRef|useActor|useMachine)(?=\()/g)]
    .map((found) => argumentsAt(source, found.index + found[0].length))
    // What is no machine has no transitions to see.
    .filter((given) => !/^\(\s*from(Transition|Promise|Observable|Callback)\(/.test(given))
    .map((given) => /\binspection\b/.test(given));

test('every machine of the workstation can be inspected from its composition root', () => {
  const files = typescriptIn('src').map((file) => ({ file, found: creations(readFileSync(file, 'utf8')) }));
  expect(files.filter(({ found }) => found.includes(false)).map(({ file }) => file)).toEqual([]);
  expect(files.flatMap(({ found }) => found).length).toBeGreaterThan(12);
});

test('a machine that is started without inspection is found', () => {
  expect(creations('const a = createActor(machine.provide({}), { input: { x: f() } }).start();')).toEqual([false]);
  expect(creations('const a = useActorRef(machine, { input, ...inspection });')).toEqual([true]);
  expect(creations('const a = createActor(fromTransition(step, start));')).toEqual([]);
});

import { Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../support/syntax.ts';

type Handler = {
  readonly place: string;
  /** Hidden from keys of an input method, because `hideCompositionKeys` stops these in the capture phase of the window. */
  readonly isBehindHiding: boolean;
};

const isKey = (name: string) => /^key(down|up|press)$/i.test(name);

/** Every handler of keys in a file: attributes of elements, and listeners. */
function keyHandlers({ program, textOf, path }: Source): readonly Handler[] {
  const found: Handler[] = [];
  new Visitor({
    JSXAttribute({ name }) {
      if (isKey(textOf(name).replace(/^on|Capture$/g, ''))) found.push({ place: path, isBehindHiding: true });
    },
    CallExpression({ callee, arguments: [event, , options] }) {
      const [on, method] = callee.type === 'MemberExpression' ? [callee.object, textOf(callee.property)] : [];
      if (method !== 'addEventListener' || !on || !event) return;
      const name = textOf(event).replace(/['"`]/g, '');
      // A name that is not written out may be that of a key.
      if (!isKey(name) && event.type === 'Literal') return;
      const isOfWindow = /\bwindow$/i.test(textOf(on)) && options !== undefined;
      found.push({ place: `${path} ${name}`, isBehindHiding: !isOfWindow });
    },
  }).visit(program);
  return found;
}

test('no handler acts on the keys of an input method', () => {
  const handlers = sourcesIn('src', '.ts', '.tsx').flatMap(keyHandlers);
  expect(handlers.filter((one) => one.isBehindHiding).length).toBeGreaterThan(25);
  const seeing = handlers.filter((one) => !one.isBehindHiding).map((one) => one.place);
  // The first and the last keep keys from the page; the second allows sounds after any key.
  expect(seeing).toEqual([
    'src/screens/session/LockCover.tsx keydown',
    'src/services/alertSound.ts gesture',
    'src/ui/ime.ts type',
    'src/ui/useIgnoredKeys.ts type',
  ]);
});

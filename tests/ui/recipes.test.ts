import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wholeSystem } from '../../src/ui/wholeSystem.ts';

/** Components that need no recipe: they only lay out, or borrow another one's. */
const plain = new Set(
  'AbsoluteCenter AspectRatio Box Center Circle Flex Float For Grid GridItem Group HStack Image Portal Show SimpleGrid Spacer Span Square Stack StackSeparator Strong Em Text VStack VisuallyHidden Wrap WrapItem chakra ChakraProvider Presence InputElement InputGroup FocusTrap CacheProvider'.split(
    ' ',
  ),
);
const borrowed: Record<string, string> = {
  IconButton: 'button',
  CloseButton: 'button',
  ButtonGroup: 'button',
  SkeletonText: 'skeleton',
  Toaster: 'toast',
};
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file));
const taken = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/import (type )?\{([^}]+)\} from '@chakra-ui\/react(\/[a-z-]+)?'/g)]
    .filter(([, onlyType, , part]) => !onlyType && !/^\/(theme|preset-base|styled-system)$/.test(part ?? ''))
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]|^default|^chakra$/.test(name))
    .map((name) => ({ file, name: name.split(' as ')[0] ?? name })),
);
const recipeOf = (name: string) => borrowed[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
/** Code that is fetched later brings its look with it: `<Menu.Root recipe={menuSlotRecipe}>`. */
const bringsItsOwn = (file: string, name: string) =>
  new RegExp(`recipe=\\{${recipeOf(name)}(Slot)?Recipe\\}`).test(readFileSync(file, 'utf8'));

test('no file uses a Chakra component that has no look', () => {
  const bare = taken.filter(
    ({ file, name }) => !plain.has(name) && !wholeSystem.hasRecipe(recipeOf(name)) && !bringsItsOwn(file, name),
  );
  expect(bare).toEqual([]);
});

test('every look in the system is used by some file', () => {
  const used = new Set(taken.map(({ name }) => recipeOf(name)));
  const { recipes = {}, slotRecipes = {} } = wholeSystem._config.theme ?? {};
  expect([...Object.keys(recipes), ...Object.keys(slotRecipes)].filter((name) => !used.has(name))).toEqual([]);
});

test('no file takes the whole theme', () => {
  const whole = files.filter((file) => /defaultSystem|defaultConfig/.test(readFileSync(file, 'utf8')));
  expect(whole).toEqual([]);
});

test('every colour palette named in a file exists', () => {
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/colorPalette="([a-z.]+)"/g)]
      .map(([, name = '']) => ({ file, name }))
      .filter(({ name }) => !wholeSystem.tokens.getByName(`colors.${name}.solid`)),
  );
  expect(unknown).toEqual([]);
});

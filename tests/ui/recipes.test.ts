import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipes, slotRecipes, wholeSystem } from '../../src/ui/wholeSystem.ts';

/** Components without a recipe: they only lay out, or use the recipe of another one. */
const plain = new Set(
  'AbsoluteCenter AspectRatio Box Center Circle Flex Float For Grid GridItem Group HStack Image Portal Show SimpleGrid Spacer Span Square Stack StackSeparator Strong Em Text VStack VisuallyHidden Wrap WrapItem chakra ChakraProvider Presence InputElement InputGroup FocusTrap CacheProvider'.split(
    ' ',
  ),
);
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
const recipeOf = (name: string) => (name === 'Toaster' ? 'toast' : name.charAt(0).toLowerCase() + name.slice(1));
/** Code loaded on demand passes its recipe itself: `<Menu.Root recipe={menuSlotRecipe}>`. */
const bringsItsOwn = (file: string, name: string) =>
  new RegExp(`recipe=\\{${recipeOf(name)}(Slot)?Recipe\\}`).test(readFileSync(file, 'utf8'));

test('no file uses a Chakra component that has no look', () => {
  expect(taken.filter(({ file, name }) => !plain.has(name) && !bringsItsOwn(file, name))).toEqual([]);
});

test('only code that is loaded on demand uses Chakra at run time', () => {
  const makers = /^src\/ui\/(system|wholeSystem|recipes|looks)\.ts$/;
  const users = new Set(
    files.filter(
      (file) => !makers.test(file) && /from '@(chakra-ui|ark-ui|emotion)\//.test(readFileSync(file, 'utf8')),
    ),
  );
  expect([...users].sort()).toEqual(
    ['ChakraLayer', 'Combobox', 'DialogLayer', 'MenuLayer', 'ToastLayer', 'TooltipLayer'].map(
      (part) => `src/ui/${part}.tsx`,
    ),
  );
});

test('every recipe that is generated into a stylesheet is used there', () => {
  const makers = ['src/ui/looks.ts', 'src/ui/partLooks.ts'].map((file) => readFileSync(file, 'utf8')).join();
  const names = [...Object.keys(recipes), ...Object.keys(slotRecipes)];
  expect(names.filter((name) => !makers.includes(`recipe('${name}'`))).toEqual([]);
});

test('no file imports the whole theme', () => {
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

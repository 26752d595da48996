import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wholeSystem } from '../../src/ui/system.ts';

/** Components that need no recipe: they only lay out, or borrow another one's. */
const plain = new Set(
  'AbsoluteCenter AspectRatio Box Center Circle Flex Float For Grid GridItem Group HStack Image Portal Show SimpleGrid Spacer Span Square Stack StackSeparator Strong Em Text VStack VisuallyHidden Wrap WrapItem chakra ChakraProvider Presence InputElement InputGroup FocusTrap'.split(
    ' ',
  ),
);
const borrowed: Record<string, string> = { IconButton: 'button', CloseButton: 'button', ButtonGroup: 'button' };
/** Parts that are made at run time by a heavy state machine; src/ui has a light one of its own for each. */
const replaced: Record<string, string> = {
  Menu: 'ui/Menu.tsx',
  Combobox: 'ui/Combobox.tsx',
  Select: 'NativeSelect',
  Tooltip: 'ui/tooltip.ts',
  Toaster: 'ui/Toasts.tsx',
  Splitter: 'ui/Splitter.tsx',
  Dialog: 'ui/Dialog.tsx',
  Drawer: 'ui/Drawer.tsx',
  Tabs: 'ui/Tabs.tsx',
  Popover: 'ui/Menu.tsx',
  defaultSystem: 'ui/system.ts',
  defaultConfig: 'ui/system.ts',
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

test('no file uses a Chakra component that the system has no recipe for', () => {
  const bare = taken.filter(
    ({ name }) => !plain.has(name) && !replaced[name] && !wholeSystem.hasRecipe(recipeOf(name)),
  );
  expect(bare).toEqual([]);
});

test('no file uses a heavy Chakra part where src/ui has a light one', () => {
  expect(taken.filter(({ name }) => replaced[name])).toEqual([]);
});

test('every colour palette named in a file exists', () => {
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/colorPalette=["{']+([a-z.]+)/g)]
      .map(([, name = '']) => ({ file, name }))
      .filter(({ name }) => !wholeSystem.tokens.getByName(`colors.${name}.solid`)),
  );
  expect(unknown).toEqual([]);
});

import type { Plugin } from 'vite';
import { controlLooks } from '../src/ui/looks.ts';
import { partLooks } from '../src/ui/partLooks.ts';
import { wholeSystem } from '../src/ui/wholeSystem.ts';
import { flat, nested, type Styles } from './stylesheet.ts';

const base = () =>
  `${wholeSystem.layers.atRule}\n\n${wholeSystem._global.map((part) => nested(part as Styles)).join('\n')}`;

const recipes = () =>
  `@layer recipes {\n${[...controlLooks, ...partLooks]
    .map(([selector, styles]) => flat(selector, wholeSystem.css(styles) as Styles, '  '))
    .join('')}}\n`;

/** The stylesheet of tokens, base styles and plain elements from Chakra's recipes, so that the first view needs no styling at run time. */
export const stylesheet = () => `${base()}\n${recipes()}`;

const name = 'virtual:recipes.css';
const id = '/@virtual/recipes.css';

/**
 * Provides the stylesheet as `virtual:recipes.css`. Its sources are parts of Vite's configuration, so a change of one restarts
 * the development server.
 */
export const recipesPlugin: Plugin = {
  name: 'recipes',
  resolveId: (source) => (source === name ? id : null),
  load: (asked) => (asked === id ? stylesheet() : null),
};

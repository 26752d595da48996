import { readFileSync, writeFileSync } from 'node:fs';
import { controlLooks } from '../src/ui/looks.ts';
import { partLooks } from '../src/ui/partLooks.ts';
import { wholeSystem } from '../src/ui/wholeSystem.ts';
import { flat, nested, type Styles } from './stylesheet.ts';

const header = (from: string) => `/* Written from ${from} by scripts/looks.ts. */\n`;

const base = () =>
  `${header('src/ui/wholeSystem.ts')}${wholeSystem.layers.atRule}\n\n${wholeSystem._global
    .map((part) => nested(part as Styles))
    .join('\n')}`;

const looks = () =>
  `${header('src/ui/looks.ts and partLooks.ts')}@layer recipes {\n${[...controlLooks, ...partLooks]
    .map(([selector, styles]) => flat(selector, wholeSystem.css(styles) as Styles, '  '))
    .join('')}}\n`;

/** Stylesheets generated from Chakra's recipes, so that the first view needs no styling at run time. */
export const stylesheets = (): { file: string; text: string }[] => [
  { file: 'src/ui/base.css', text: base() },
  { file: 'src/ui/looks.css', text: looks() },
];

if (process.argv[1] === import.meta.filename)
  for (const { file, text } of stylesheets()) if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);

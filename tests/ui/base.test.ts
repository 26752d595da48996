import { expect, test } from 'vitest';
import { controlLooks } from '../../src/ui/controlLooks.ts';
import { partLooks } from '../../src/ui/partLooks.ts';
import { wholeSystem } from '../../src/ui/wholeSystem.ts';
import { flat, nested, type Styles } from '../support/stylesheet.ts';

const made = (from: string) => `/* Made from ${from} by tests/ui/base.test.ts; run it with -u after a change. */\n`;

test('base.css is what the system says: its layers, reset, base styles and tokens', async () => {
  const styles = wholeSystem._global.map((part) => nested(part as Styles)).join('\n');
  const sheet = `${made('src/ui/wholeSystem.ts')}${wholeSystem.layers.atRule}\n\n${styles}`;
  await expect(sheet).toMatchFileSnapshot('../../src/ui/base.css');
});

test('looks.css is what the recipes say of the plain parts', async () => {
  const rules = [...controlLooks, ...partLooks].map(([selector, styles]) =>
    flat(selector, wholeSystem.css(styles) as Styles, '  '),
  );
  const sheet = `${made('src/ui/controlLooks.ts and partLooks.ts')}@layer recipes {\n${rules.join('')}}\n`;
  await expect(sheet).toMatchFileSnapshot('../../src/ui/looks.css');
});

import { expect, test } from 'vitest';
import { wholeSystem } from '../../src/ui/wholeSystem.ts';

type Styles = { [key: string]: string | number | Styles };

const dashed = (name: string) => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`));
const fontLike = /^(--|font-weight|line-height|opacity|z-index|flex|tab-size|order)/;
const worth = (name: string, value: string | number) =>
  typeof value === 'number' && value !== 0 && !fontLike.test(name) ? `${value}px` : value;

function css(styles: Styles, indent = ''): string {
  return Object.entries(styles)
    .map(([name, value]) => {
      if (typeof value !== 'object') return `${indent}${dashed(name)}: ${worth(dashed(name), value)};\n`;
      const inner = css(value, `${indent}  `);
      return inner ? `${indent}${name.replaceAll(/ ?&/g, '')} {\n${inner}${indent}}\n` : '';
    })
    .join('');
}

test('base.css is what the system says: its layers, reset, base styles and tokens', async () => {
  const styles = wholeSystem._global.map((part) => css(part as Styles)).join('\n');
  const sheet = `/* Made from src/ui/wholeSystem.ts by tests/ui/base.test.ts; run it with -u after a change. */\n${wholeSystem.layers.atRule}\n\n${styles}`;
  await expect(sheet).toMatchFileSnapshot('../../src/ui/base.css');
});

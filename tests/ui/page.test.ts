import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('index.html', 'utf8');
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file));

test('without JavaScript the page says what is missing', () => {
  expect(page).toContain('<noscript>Enable JavaScript to run this app.</noscript>');
});

test('the page has no inline script or style, as its content security policy requires', () => {
  const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts.map(([, attributes]) => attributes?.includes('src='))).toEqual([true, true]);
  expect(scripts.map(([, , body]) => body)).toEqual(['', '']);
  expect(page).not.toMatch(/<style|style=|\son\w+=/);
});

test('no browser translates medical text by itself, on the page and on the check of a prescription', () => {
  for (const html of [page, readFileSync('verify.html', 'utf8')]) {
    expect(html).toMatch(/<html [^>]*translate="no" class="notranslate"/);
    expect(html).toContain('<meta name="google" content="notranslate" />');
  }
});

test('the theme is set before the product loads', () => {
  expect(page.indexOf('/theme.js')).toBeLessThan(page.indexOf('/src/main.tsx'));
});

test('no file writes HTML from text', () => {
  const writing = files.filter((file) =>
    /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(writing).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeRedirect } from '../../src/domain/pageAddress.ts';

test.each([
  ['/cloudRoom', '/cloudRoom'],
  ['/orderRecord/detail?id=9007199254740993&tab=a%20b#top', '/orderRecord/detail?id=9007199254740993&tab=a%20b#top'],
  ['/cloudRoom?back=//evil.example', '/cloudRoom?back=//evil.example'],
  ['/loginRecords', '/loginRecords'],
])('%s is a page of ours', (address, expected) => {
  expect(safeRedirect(address)).toBe(expected);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example/cloudRoom',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%2f%2fevil.example',
  '/%2fevil.example',
  '/%252fevil.example',
  '/%5cevil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/%0d%0aSet-Cookie:x',
  '/%E0%A4%A',
  'cloudRoom',
  '',
  '/login',
  '/login?redirect=/login',
  `/${'x'.repeat(2_001)}`,
])('%j goes nowhere', (address) => {
  expect(safeRedirect(address)).toBeNull();
});

test('no redirect address leaves our origin', () => {
  const odd = fc.string({
    unit: fc.constantFrom('/', '\\', '%', '2', 'f', '5', 'c', ':', '@', '.', 'e', '\t', '?', '#'),
  });
  fc.assert(
    fc.property(odd, (tail) => {
      const address = safeRedirect(`/${tail}`);
      expect(address === null || new URL(address, 'https://ours.example/login').origin === 'https://ours.example').toBe(
        true,
      );
    }),
    { numRuns: 2_000 },
  );
});

import { expect, test } from 'vitest';
import { createLinks } from '../../../server/files/links.ts';

const links = createLinks({ secret: 'secret', host: '', now: () => 0 });
const by = { userType: 2, userId: '1' };
const key = 'aaaaaaaaaaaaaaaaaaaaaaaa.jpg';
const nameIn = (url: string) =>
  decodeURIComponent(new URL(url, 'https://host.example').pathname.split('/').at(-1) ?? '');

test.each([
  ['photo.jpeg', 'photo.jpeg'],
  ['photo', 'photo'],
  ['胸片 3.2.png', '胸片 3.2.png'],
  ['👩\u200d⚕️ 👨🏽\u200d🦱.png', '👩\u200d⚕️ 👨🏽\u200d🦱.png'],
  ['a\u200db\u202e.png', 'ab.png'],
  [`${'a'.repeat(89)}👨\u200d👩\u200d👧${'b'.repeat(20)}.png`, `${'a'.repeat(89)}…bbbbb.png`],
  ['setup.exe', 'setup.exe.jpg'],
  ['report.pdf', 'report.pdf.jpg'],
  ['setup.exe.jpg', 'setup.exe.jpg'],
])('a stored picture that a link names %j is handed out as %j', (given, shown) => {
  const stored = `/files/${key}/${encodeURIComponent(given)}?expires=0`;
  expect(nameIn(links.renew(stored, by))).toBe(shown);
  expect(nameIn(links.unsigned(stored))).toBe(shown);
});

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

const hourMs = 3_600_000;

test.each([
  ['a link opens its file for an hour', 0, hourMs - 1, true],
  ['a link is over after an hour and the five minutes in which links are equal', 0, hourMs + 300_001, false],
  ['a link that was made while the clock was two hours fast opens nothing once it is set right', 2 * hourMs, 0, false],
  ['clocks of two processes may differ by a second', 1_000, 0, true],
])('%s', (_, madeAt, openedAt, isOpen) => {
  const start = Date.UTC(2026, 10, 28, 12, 0, 1);
  const clock = { now: start + madeAt };
  const ticking = createLinks({ secret: 'secret', host: '', now: () => clock.now });
  const { searchParams, pathname } = new URL(ticking.linkTo(key, 'a.jpg', by).url, 'https://host.example');
  const [reader, expires, signature] = ['reader', 'expires', 'signature'].map((name) => searchParams.get(name) ?? '');
  clock.now = start + openedAt;
  const proof = { reader: reader ?? '', expires: Number(expires), signature: signature ?? '' };
  expect([pathname, ticking.isValid(key, 'a.jpg', proof)]).toEqual([`/files/${key}/a.jpg`, isOpen]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A toast whose whole text is the reason of a failure. */
const bare = /toasts\.show\(\{[^{}]*text: (?:[\w.]*\.message|refusal|reason|why)\b/;

test('no screen shows a toast with a reason alone: the call names the action', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.filter((file) => bare.test(readFileSync(`src/screens/${file}`, 'utf8')))).toEqual([]);
});

/** Toasts of the screens about what failed besides a call: code that did not load, a socket, a storage, a decision undone elsewhere. */
const besidesCalls = [
  'cloudRoom/PaneConversation.tsx',
  'cloudRoom/useNotices.ts',
  'cloudRoom/useRoomActions.ts',
  'hooks/useLanguageChange.ts',
  'prescriptionTask/UndoBar.tsx',
  'prescriptionTask/useClaims.ts',
];

test('a failed call is told in one place: no screen shows a toast of its own about it', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const telling = files.filter((file) => /tone: 'danger',\s+text/.test(readFileSync(`src/screens/${file}`, 'utf8')));
  expect(telling.sort()).toEqual(besidesCalls);
});

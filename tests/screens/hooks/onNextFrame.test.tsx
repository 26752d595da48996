import { expect, test, vi } from 'vitest';
import { onNextFrame } from '../../../src/screens/hooks/onNextFrame.ts';

const frame = () => new Promise(requestAnimationFrame);

test('frequent updates run together once in the next frame, unless cancelled', async () => {
  const ran: string[] = [];
  onNextFrame(() => {});
  const chat = () => ran.push('chat');
  onNextFrame(chat);
  onNextFrame(chat);
  onNextFrame(() => ran.push('queue'));
  const forget = onNextFrame(() => ran.push('closed'));
  forget();
  expect(ran).toEqual([]);
  await frame();
  expect(ran).toEqual(['chat', 'queue']);
  await frame();
  expect(ran).toHaveLength(2);
});

test('a single update runs at once, and layout follows its render', async () => {
  await new Promise((resolve) => setTimeout(resolve, 40));
  const ran: string[] = [];
  const laidOut = vi.spyOn(document.documentElement, 'getBoundingClientRect').mockImplementation(() => {
    ran.push('laid out');
    return new DOMRect();
  });
  onNextFrame(() => {
    ran.push('chat');
    queueMicrotask(() => ran.push('drawn'));
  });
  expect(ran).toEqual(['chat']);
  await Promise.resolve();
  expect(ran).toEqual(['chat', 'drawn', 'laid out']);
  laidOut.mockRestore();
});

test('on a hidden page updates run at once, because it has no frames', () => {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const ran: string[] = [];
  onNextFrame(() => ran.push('chat'));
  expect(ran).toEqual(['chat']);
  hidden.mockRestore();
});

test('an error in one update does not stop the others', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (cause: unknown) => reported.push(cause));
  const broken = new Error('broken');
  const ran: string[] = [];
  onNextFrame(() => {});
  onNextFrame(() => {
    throw broken;
  });
  onNextFrame(() => ran.push('the other chat'));
  await frame();
  vi.unstubAllGlobals();
  expect(ran).toEqual(['the other chat']);
  expect(reported).toEqual([broken]);
});

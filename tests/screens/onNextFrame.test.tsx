import { expect, test, vi } from 'vitest';
import { onNextFrame } from '../../src/screens/onNextFrame.ts';

const frame = () => new Promise(requestAnimationFrame);

test('in a rush, what waits for a frame runs in it once, together, unless it is taken back', async () => {
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

test('where all is quiet nothing waits, and the page is laid out once what was run has been drawn', async () => {
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

test('a page out of sight draws no frames, so that nothing waits there', () => {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const ran: string[] = [];
  onNextFrame(() => ran.push('chat'));
  expect(ran).toEqual(['chat']);
  hidden.mockRestore();
});

test('one chat that breaks in its frame does not keep the others from being drawn', async () => {
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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { gapOf } from './puzzleGap.ts';

/** Receives the SMS codes of one file's platform. */
export function smsInbox() {
  const sent: { mobile: string; code: string }[] = [];
  const phones = createServer(async (request, response) => {
    sent.push((await json(request)) as { mobile: string; code: string });
    response.end();
  });
  beforeAll(() => new Promise<void>((resolve) => void phones.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void phones.close());
  return {
    env: () => ({ SMS_WEBHOOK_URL: `http://127.0.0.1:${(phones.address() as AddressInfo).port}/` }),
    /** Runs what requests a code, and resolves to the code that then arrives at this number. */
    async codeFor(mobile: string, request: () => Promise<void>): Promise<string> {
      const before = sent.length;
      await request();
      const arrived = () => sent.slice(before).find((one) => one.mobile === mobile)?.code ?? null;
      await expect.poll(arrived, { timeout: 10_000 }).not.toBeNull();
      return arrived() ?? '';
    },
  };
}

/** Solves the puzzle that `open` shows, with image comparison and arrow keys. */
export async function solvesPuzzle(page: Page, open: () => Promise<void>) {
  const answered = page.waitForResponse('**/captcha/get');
  await open();
  const { repData } = await (await answered).json();
  const slider = page.getByRole('slider', { name: 'Slide to complete the puzzle' });
  await slider.fill(String(gapOf(repData) - 1));
  await slider.press('ArrowRight');
  await slider.press('Enter');
}

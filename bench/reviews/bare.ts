import type { Page } from 'playwright-core';
import type { Times } from './rounds.ts';
import { shownAfter } from './watch.ts';

/** Milliseconds from the answer to a change that was posted to the least server until its page shows it. */
export async function bareEvents(page: Page, path: '/push' | '/pull', count: number): Promise<Times> {
  const url = new URL(path, page.url());
  const times: Times = [];
  for (let n = 0; n < count; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));
    const holder = `Chen ${path} ${crypto.randomUUID()}`;
    const body = JSON.stringify({ number: `RX${n % 20}`, holder });
    const { answeredAt, shownAt } = await shownAfter(page, { within: '.queue-table tr', has: [holder] }, async () => {
      await (await fetch(url, { method: 'POST', body })).text();
    });
    times.push(shownAt - answeredAt);
  }
  return times;
}

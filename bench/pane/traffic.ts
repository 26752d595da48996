import { amount } from '../amounts.ts';
import { quantile, type Samples } from '../samples.ts';
import type { Name } from './offer.ts';
import type { Visited } from './visit.ts';

/** Six panes of 500 messages. */
export const six = { history: 500, panes: 6 };
const ingested = amount(900, 60);

/** Main thread cost per message at 200 a second, memory use, and rows lost at the end. */
export async function ingest(samples: Samples, name: Name, { ask, taskMs, heapMb, idle }: Visited): Promise<void> {
  const before = await taskMs();
  await ask('pour', { perSecond: 200, count: ingested });
  await idle();
  samples.note(name, 'task', ((await taskMs()) - before) / ingested);
  samples.note(name, 'lost', (await ask('left')).rows);
  samples.note(name, 'heap', await heapMb());
}

/** Distance from the end 1.5 s after 2,000 messages arrived within a second. */
export async function burst(samples: Samples, name: Name, { ask, idle }: Visited): Promise<void> {
  await ask('pour', { perSecond: 2_000, count: amount(2_000, 200) });
  await idle(1_500);
  samples.note(name, 'short', (await ask('left')).short);
}

/** Time from a message's arrival to the frame that shows it. */
export async function arrival(
  samples: Samples,
  name: Name,
  { ask }: Visited,
  pace: { readonly perSecond: number; readonly count: number },
): Promise<void> {
  const { taken, unseen } = await ask('watched', pace);
  samples.note(name, `p50 at ${pace.perSecond}`, quantile(taken, 0.5));
  samples.note(name, `p95 at ${pace.perSecond}`, quantile(taken, 0.95));
  samples.note(name, `unseen at ${pace.perSecond}`, unseen);
}

const presses = amount(30, 3);
const apartMs = 90;

/** Typing into one pane while all panes receive 200 messages a second. */
export async function typing(samples: Samples, name: Name, { page, ask, idle }: Visited): Promise<void> {
  await page.locator('.pane textarea').first().click();
  const poured = ask('pour', { perSecond: 200, count: (presses + 3) * apartMs * 0.2 });
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('a');
    await idle(apartMs + (press % 7) * 3);
  }
  await poured;
  samples.note(name, 'key', quantile(await ask('keyTimes'), 0.95));
}

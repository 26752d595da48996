import type { Browser } from 'playwright-core';
import { amount } from '../amounts.ts';
import { table } from '../results.ts';
import { verdict } from '../samples.ts';
import { type Visited, visit } from './visit.ts';

/** Eight hours in which every conversation has a message every four minutes. */
const messagesEach = amount(8 * 15, 8);
const conversations = amount(50, 10);
const parts = amount(4, 1);

type State = { readonly heap: number; readonly listeners: number; readonly elements: number; readonly actors: number };

async function stateOf({ ask, heapMb, counted, idle }: Visited): Promise<State> {
  await idle(1_000);
  const heap = await heapMb();
  const { listeners, elements } = await counted();
  return { heap, listeners, elements, actors: (await ask('actors')) ?? 0 };
}

/** A working day in fast motion: fifty live conversations, six of them in panes that are closed and opened. */
export async function dayBench(site: { readonly browser: Browser; readonly url: string }): Promise<string> {
  const states = await visit(site, { name: 'room', history: 50, panes: conversations }, async (visited) => {
    await visited.ask('show');
    await visited.idle(amount(4_500, 500));
    const found: State[] = [];
    for (let part = 0; part <= parts; part += 1) {
      // The first part fills each conversation's window; the growth is measured from there.
      await visited.ask('pour', { perSecond: 1_000, count: (conversations * messagesEach) / parts });
      await visited.ask('rotate');
      found.push(await stateOf(visited));
    }
    return found;
  });
  const [first, last] = [states[0], states.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  return [
    `A working day of ${conversations} conversations, six in panes: ${conversations * messagesEach} messages after a first quarter as many, with every pane closed and opened again in each quarter.`,
    table(
      ['', 'heap MB', 'listeners', 'elements', 'actors'],
      states.map(({ heap, listeners, elements, actors }, part) => [
        part === 0 ? 'begins' : `quarter ${part}`,
        heap.toFixed(1),
        ...[listeners, elements, actors].map(String),
      ]),
    ),
    table(
      ['', 'measured', 'limit', ''],
      [
        { what: 'growth of the heap, MB', measured: last.heap - first.heap, most: 20, digits: 1 },
        { what: 'more listeners', measured: last.listeners - first.listeners, most: 0, digits: 0 },
        { what: 'more actors', measured: last.actors - first.actors, most: 0, digits: 0 },
      ].map(verdict),
    ),
  ].join('\n\n');
}

import { endWrongUse, readCommandLine } from '../scripts/commandLine.mjs';
import { isTrial } from './amounts.ts';
import { callBench } from './calls.ts';
import { foldBench } from './fold.ts';
import { loadBench } from './load.ts';
import { memoryBench } from './memory.ts';
import { paneBench } from './pane/main.ts';
import { queueBench } from './queue/main.ts';
import { conditions, keepSection, table } from './results.ts';
import { reviewBench } from './reviews/main.ts';
import type { Row } from './row.ts';
import { clusterBench } from './server/cluster.ts';
import { crowdBench } from './server/crowd.ts';
import { messageBench } from './server/messages.ts';
import { pageBench } from './server/pages.ts';
import { searchBench } from './server/searches.ts';
import { startBench } from './server/start.ts';
import { stormBench } from './server/storm.ts';

const ratios = (rows: readonly Row[]) =>
  table(
    ['what', 'ours', 'anchor', 'ratio'],
    rows.map(({ what, ours, anchor, unit }) => [
      what,
      `${ours.toFixed(2)} ${unit}`,
      `${anchor.toFixed(2)} ${unit}`,
      (ours / anchor).toFixed(2),
    ]),
  );

type Part = { readonly title: string; readonly inBrowser?: true; readonly run: () => Promise<string> };

/** Measurements that can run alone: `npm run bench fold calls`. Without a name all run in sequence. */
const parts: Record<string, Part> = {
  pane: { title: 'Panes', inBrowser: true, run: paneBench },
  queue: { title: 'Queue', inBrowser: true, run: queueBench },
  reviews: { title: 'Reviews', inBrowser: true, run: reviewBench },
  load: { title: 'First load', inBrowser: true, run: loadBench },
  fold: { title: 'Conversations', run: async () => ratios(await foldBench()) },
  calls: { title: 'Calls', run: callBench },
  server: { title: 'Messages', run: messageBench },
  cluster: { title: 'Cluster', run: clusterBench },
  sockets: { title: 'Sockets', run: crowdBench },
  storm: { title: 'Storm', run: stormBench },
  start: { title: 'Start', run: startBench },
  lists: { title: 'Lists', run: pageBench },
  searches: { title: 'Searches', run: searchBench },
  memory: { title: 'Memory', run: memoryBench },
};

const usage = `Measures the product beside anchors of the same run.

  npm run bench -- [name ...] [--keep]

  name    ${Object.keys(parts).join(', ')}; all without one
  --keep  writes the sections into bench/RESULTS.md`;

const { values: given, positionals: wanted } = readCommandLine({
  usage,
  options: { keep: { type: 'boolean' } },
  positionals: Number.POSITIVE_INFINITY,
});
const isPart = isTrial || Boolean(process.env.BENCH_PARTS ?? process.env.BENCH_NAMES);
if (given.keep && isPart) endWrongUse('A partial measurement does not replace complete results.');
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) endWrongUse(`There is no measurement ${unknown.join(', ')}. See --help.`);
for (const [name, { title, inBrowser = false, run }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const before = await conditions(inBrowser);
  const text = `${await run()}\n\n${before}`;
  console.log(`## ${title}\n\n${text}\n`);
  if (given.keep) keepSection(title, text);
}
process.exit(0);

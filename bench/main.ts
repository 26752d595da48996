import { cpus } from 'node:os';
import { callBench } from './calls.ts';
import { foldBench } from './fold.ts';

const rows = [...(await foldBench()), ...(await callBench())];
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`,
);
console.log('| what | ours | anchor | ratio |\n|---|---|---|---|');
for (const { what, ours, anchor, unit } of rows)
  console.log(
    `| ${what} | ${ours.toFixed(2)} ${unit} | ${anchor.toFixed(2)} ${unit} | ${(ours / anchor).toFixed(2)} |`,
  );
process.exit(0);

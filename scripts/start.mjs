// `npm start`: from a fresh clone to a served workstation. Arguments are passed to the platform (`npm start --
// --demo`).
import { runProgram } from './child.mjs';
import { build, install } from './prepare.mjs';

await install();
await build();
process.exit(await runProgram(['--import', 'tsx', 'server/main.ts', '--with-patients', ...process.argv.slice(2)]));

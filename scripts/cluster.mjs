// `npm run cluster -- 3`: three processes of the platform with PostgreSQL and Redis behind one address, for trial.
import { runProgram } from './child.mjs';
import { build, install } from './prepare.mjs';

await install();
await build();
process.exit(await runProgram(['--import', 'tsx', 'scripts/runCluster.ts', ...process.argv.slice(2)]));

// `npm run cluster -- 3`: three processes of the platform with PostgreSQL and Redis behind one address, for trial.
import { runProgram } from './child.mjs';
import { install, prepare } from './prepare.mjs';

// The launcher itself is TypeScript.
await install({ dev: true });
await prepare();
process.exit(await runProgram(['--import', 'tsx', 'scripts/runCluster.ts', ...process.argv.slice(2)]));

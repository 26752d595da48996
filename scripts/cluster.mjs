// `npm run cluster -- 3`: three processes of the platform with PostgreSQL and Redis behind one address, for trial.
import { runProgram } from './child.mjs';
import { endWrongUse, readCommandLine } from './commandLine.mjs';
import { install, prepare } from './prepare.mjs';

const usage = `Processes of the platform with PostgreSQL and Redis behind one address, for trial.

  npm run cluster -- [count] [--demo]

  count   how many processes (3)
  --demo  simulated patients keep coming
DATABASE_URL and REDIS_URL name servers to use instead of started ones.`;

const { positionals } = readCommandLine({ usage, options: { demo: { type: 'boolean' } }, positionals: 1 });
const [count = '3'] = positionals;
if (!/^[1-9]\d?$/.test(count)) endWrongUse(`${count} is not a number of processes from 1 to 99. See --help.`);

// The launcher itself is TypeScript.
await install({ dev: true });
await prepare();
process.exit(await runProgram(['--import', 'tsx', 'scripts/runCluster.ts', ...process.argv.slice(2)]));

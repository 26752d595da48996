// `npm start`: from a fresh clone to a served workstation. Arguments are passed to the platform (`npm start --
// --demo`).
import { runProgram } from './child.mjs';
import { readCommandLine } from './commandLine.mjs';
import { clientFor, prepare, programArgs } from './prepare.mjs';

const usage = `Installs and builds what is missing, and serves the platform with the demonstration hospital.

  npm start -- [--demo]

  --demo  simulated patients keep coming, SMS codes are printed, and /workbench shows the machines of open pages
docs/deployment.md describes the variables (PORT, DATA_DIR, DATABASE_URL and others).`;

const { values } = readCommandLine({ usage, options: { demo: { type: 'boolean' } } });
const client = clientFor({ demo: values.demo || /^(1|true)$/.test(process.env.DEMO ?? '') });
await prepare({ only: [client, 'platform'] });
const own = client === 'demonstration' ? ['--workbench'] : [];
process.exit(await runProgram(programArgs('main', '--with-patients', ...own, ...process.argv.slice(2))));

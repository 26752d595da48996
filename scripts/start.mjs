// `npm start`: from a fresh clone to a served workstation. Arguments are passed to the platform (`npm start --
// --demo`).
import { runProgram } from './child.mjs';
import { readCommandLine } from './commandLine.mjs';
import { prepare, programArgs } from './prepare.mjs';

const usage = `Installs and builds what is missing, and serves the platform with the demonstration hospital.

  npm start -- [--demo]

  --demo  simulated patients keep coming, and SMS codes are printed
docs/deployment.md describes the variables (PORT, DATA_DIR, DATABASE_URL and others).`;

readCommandLine({ usage, options: { demo: { type: 'boolean' } } });
await prepare();
process.exit(await runProgram(programArgs('main', '--with-patients', ...process.argv.slice(2))));

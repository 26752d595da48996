// `npm start`: from a fresh clone to a served workstation. Arguments are passed to the platform (`npm start --
// --demo`).
import { runProgram } from './child.mjs';
import { prepare, programArgs } from './prepare.mjs';

await prepare();
process.exit(await runProgram(programArgs('main', '--with-patients', ...process.argv.slice(2))));

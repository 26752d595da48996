// `npm run admin`, `backup`, `simulate` and the like: runs one of the platform's programs from its built JavaScript.
import { runProgram } from './child.mjs';
import { fail, prepare, programArgs, programs } from './prepare.mjs';

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(programs, name)) fail(`There is no program ${name}: ${Object.keys(programs).join(', ')}.`);
await prepare({ only: ['platform'] });
process.exit(await runProgram(programArgs(name, ...args)));

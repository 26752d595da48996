// `npm run build`: builds in dist/ what does not match the current sources.
import { readCommandLine } from './commandLine.mjs';
import { prepare, programArgs, root } from './prepare.mjs';

const usage = `Builds in dist/ what does not match the current sources.

  npm run build -- [--demo] [--compress]

  --demo      builds the workstation of a demonstration in dist-demonstration/, with the workbench of developers
  --compress  also writes the compressed copies, for an installation whose platform may not write there`;

const { values } = readCommandLine({ usage, options: { compress: { type: 'boolean' }, demo: { type: 'boolean' } } });
await prepare({ only: [values.demo ? 'demonstration' : 'workstation', 'platform'] });
if (values.compress) {
  const [file] = programArgs('compressAhead');
  const { compressAhead } = await import(file);
  await compressAhead(`${root}/dist`);
}

// `npm run build`: builds in dist/ what does not match the current sources. With `--compress` it also writes the compressed
// copies, for an installation whose platform may not write there.
import { prepare, programArgs, root } from './prepare.mjs';

await prepare();
if (process.argv.includes('--compress')) {
  const [file] = programArgs('compressAhead');
  const { compressAhead } = await import(file);
  await compressAhead(`${root}/dist`);
}

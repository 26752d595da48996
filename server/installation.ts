import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder with a package.json: the programs run from server/ and, built, from dist/server/. */
function findPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return folder;
  return findPackage(dirname(folder));
}

export const packageFolder = findPackage(import.meta.dirname);

/** The folder of the built workstation. */
export const workstationFolder = join(packageFolder, 'dist');

/** The folder of the workstation that `npm start -- --demo` builds, which has the workbench of developers too. */
export const demonstrationFolder = join(packageFolder, 'dist-demonstration');

const isBuilt = !import.meta.filename.endsWith('.ts');

/** The arguments with which Node runs the patient simulator, built or from its sources like this program. */
export const simulatorArgs: readonly string[] = isBuilt
  ? [join(workstationFolder, 'server', 'simulator.js')]
  : ['--import', 'tsx', join(packageFolder, 'simulator', 'main.ts')];

import { fileURLToPath } from 'node:url';
import { installPackages, isInstalled } from '../scripts/packages.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs the chat kits of bench/package.json once. False if that is impossible; then they are not measured. */
export async function installKits(): Promise<boolean> {
  if (isInstalled(folder)) return true;
  const why = await installPackages(folder);
  if (why !== null) console.error(`The chat kits are not measured. ${why}`);
  return why === null;
}

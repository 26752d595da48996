// The thread that looks into uploaded files, so that no content can stop the platform. The built program has its code
// beside the others; a checkout has it as TypeScript.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

async function load() {
  const built = join(import.meta.dirname, '..', 'examine.js');
  if (existsSync(built)) return import(pathToFileURL(built).href);
  const { register } = await import('tsx/esm/api');
  register();
  return import('./examine.ts');
}

const { examine } = await load();
parentPort.on('message', ({ call, content, name }) => {
  parentPort.postMessage({
    call,
    result: examine(Buffer.from(content.buffer, content.byteOffset, content.length), name),
  });
});
parentPort.postMessage({ call: 0 });

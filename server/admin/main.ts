import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openStore } from '../db/open.ts';
import { createUnitOfWork } from '../db/unitOfWork.ts';
import { createBus } from '../events/bus.ts';
import { createLog, faultOf } from '../log.ts';
import { readSettings } from '../settings.ts';
import { StartFailure } from '../startFailure.ts';
import { type Result, readCommand } from './commandLine.ts';
import { runCommand } from './commands.ts';
import { callAdminPort, operatorName } from './port.ts';

const log = createLog('warn');

async function main(args: string[]): Promise<Result> {
  const read = readCommand(args, Date.now());
  if (!('command' in read)) return read;
  const { dataDir, databaseUrl } = readSettings(process.env, []);
  const folder = resolve(dataDir);
  const by = operatorName();
  const answer = databaseUrl === null ? await callAdminPort(folder, { args, by }) : null;
  if (answer) return answer;
  if (databaseUrl === null && !existsSync(join(folder, 'db')))
    throw new StartFailure(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as for the platform.`);
  const { db, close } = await openStore({ databaseUrl, dataDir: folder }, log);
  try {
    const now = Date.now;
    const uow = createUnitOfWork({ db, bus: createBus(() => {}), now });
    return await runCommand({ db, uow, now, filesFolder: join(folder, 'files') }, args, by);
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).then(
  ({ ok, lines }) => {
    for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`);
    process.exitCode = ok ? 0 : 1;
  },
  (cause: unknown) => {
    if (cause instanceof StartFailure) process.stderr.write(`${cause.message}\n`);
    else log.error('the command failed', faultOf(cause));
    process.exitCode = 1;
  },
);

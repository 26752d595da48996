import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endWrongUse, readCommandLine } from '../../scripts/commandLine.mjs';
import { openCluster } from '../cluster/cluster.ts';
import { openStore } from '../db/open.ts';
import { createUnitOfWork } from '../db/unitOfWork.ts';
import { createBus } from '../events/bus.ts';
import { handOver } from '../events/otherProcesses.ts';
import { createLog, faultOf } from '../log.ts';
import { createPrivately } from '../privateData.ts';
import { readSettings } from '../settings.ts';
import { StartFailure } from '../startFailure.ts';
import { type Result, usage } from './commandLine.ts';
import { commandOptions, mistakeIn, runCommand } from './commands.ts';
import { callAdminPort, operatorName } from './port.ts';
import { trailUsage } from './verifyTrail.ts';

const log = createLog('warn', (line) => process.stderr.write(line));

/** A million rows take about a minute. */
const verifyPatienceMs = 3_600_000;

/** The command line after a check of its command and options, which needs no data. */
function readArguments(): string[] {
  const args = process.argv.slice(2);
  const [name = ''] = args;
  const options = Object.hasOwn(commandOptions, name) ? (commandOptions[name] ?? {}) : null;
  const command = { usage: name === 'verify-trail' ? trailUsage : usage, options: options ?? {} };
  readCommandLine({ ...command, positionals: Number.POSITIVE_INFINITY });
  if (name === '') return endWrongUse(usage);
  return options === null ? endWrongUse(`There is no command ${name}. See --help.`) : args;
}

async function main(args: string[]): Promise<Result> {
  createPrivately();
  const mistake = mistakeIn(args, Date.now());
  if (mistake) return mistake;
  const settings = readSettings(process.env, []);
  const { dataDir, databaseUrl, migrationDatabaseUrl, trailKeys, pool } = settings;
  const folder = resolve(dataDir);
  const by = operatorName();
  const answer =
    databaseUrl === null
      ? await callAdminPort(folder, { args, by }, args[0] === 'verify-trail' ? verifyPatienceMs : undefined)
      : null;
  if (answer) return answer;
  if (databaseUrl === null && !existsSync(join(folder, 'db')))
    throw new StartFailure(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as for the platform.`);
  const { db, close } = await openStore({ databaseUrl, migrationDatabaseUrl, dataDir: folder, pool }, log);
  // The change is stored without the running processes too; they only learn of it later.
  const cluster = await openCluster({ db, settings, log }).catch(() => null);
  try {
    const now = Date.now;
    const bus = createBus(
      () => {},
      (event) => cluster && handOver(cluster.link, event),
    );
    const uow = createUnitOfWork({ db, bus, now });
    return await runCommand({ db, uow, now, filesFolder: join(folder, 'files'), trailKeys }, args, by);
  } finally {
    await cluster?.close();
    await close();
  }
}

main(readArguments()).then(
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

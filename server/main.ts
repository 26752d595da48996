import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, restartCode } from '../scripts/commandLine.mjs';
import { createPasswords } from './accounts/passwords.ts';
import { runCommand } from './admin/commands.ts';
import { type AdminCall, openAdminPort } from './admin/port.ts';
import { runCopyCommand } from './backup/embedded.ts';
import { busOf, openCluster } from './cluster/cluster.ts';
import { openStore, prepareFolder, type Store } from './db/open.ts';
import { claimDatabase } from './db/processLock.ts';
import { newestMigration } from './db/schemaVersion.ts';
import { type DemoPatients, startPatients } from './demo/demoPatients.ts';
import { hasHospital, seedDemonstration } from './demo/seed.ts';
import { welcome } from './demo/welcome.ts';
import { compressAhead } from './http/compressAhead.ts';
import { createMetricsServer } from './http/metrics.ts';
import { demonstrationFolder, workstationFolder } from './installation.ts';
import { listen, listenForMetrics } from './listen.ts';
import { createLog, faultOf, type Log } from './log.ts';
import { createObservation, type Observation } from './observe/observation.ts';
import { createStatementWatch } from './observe/statements.ts';
import { openTracing } from './observe/tracing.ts';
import { closeToOthers, createPrivately } from './privateData.ts';
import { withSecretFiles } from './secretFiles.ts';
import { readSettings, type Settings } from './settings.ts';
import { StartFailure } from './startFailure.ts';

const usage = `The platform. docs/deployment.md describes its variables.

  --demo           simulated patients keep coming, and SMS codes are printed
  --with-patients  patients of the demonstration hospital answer
  --workbench      with --demo: serves the workbench of developers, and its faults
  --no-address     does not print the address, for a server in front of it
  --migrate        migrates the database and ends`;

const { values: asked } = readCommandLine({
  usage,
  options: {
    demo: { type: 'boolean' },
    'with-patients': { type: 'boolean' },
    workbench: { type: 'boolean' },
    'no-address': { type: 'boolean' },
    migrate: { type: 'boolean' },
  },
});

const print = (line: string) => console.log(line);

/** Shuts down at the first signal or when the parent process ends, and exits by force after fifteen seconds. */
function stopOnSignal(stop: () => Promise<void>, log: Log) {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    // An exit would wait for what hangs in a thread.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 15_000).unref();
    stop().then(
      () => process.exit(),
      (cause: unknown) => {
        log.error('the platform did not stop cleanly', faultOf(cause));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.env.ENDS_WITH_STDIN !== '1') return;
  if (process.stdin.readableEnded) end();
  else process.stdin.once('end', end);
}

function askForRestart() {
  process.exitCode = restartCode;
  process.kill(process.pid, 'SIGTERM');
}

/** Starts to measure the process where somebody can read it; null without a port of its own. */
async function openMetrics({ metrics }: Observation, store: Store, { metricsPort, metricsToken, host }: Settings) {
  metrics.watchPool(store.pool);
  if (metricsPort === null && metricsToken === null) return null;
  metrics.watchProcess();
  return metricsPort === null ? null : listenForMetrics(createMetricsServer(metrics, metricsToken), metricsPort, host);
}

/** Closes what an earlier version or another program left readable in the data folder. */
function repairRights(dataDir: string, log: Log) {
  closeToOthers(dataDir).then(
    (closed) => {
      if (closed > 0)
        print(`${closed} files and folders in ${dataDir} were open to other accounts; they are closed now.`);
    },
    (cause: unknown) => log.warn('the rights of the data folder cannot be repaired', faultOf(cause)),
  );
}

/** Closes the database. The embedded one sets the rights of what it creates itself, whatever the umask. */
async function closeStore(store: Store, dataDir: string) {
  await store.close();
  if (store.engine === 'embedded') await closeToOthers(join(dataDir, 'db'));
}

/** Claims a PostgreSQL database; the embedded one is locked by its folder. */
async function claim(settings: Settings, log: Log) {
  const { databaseUrl: url } = settings;
  if (url === null) return null;
  const onRefused = (reason: string) => {
    console.error(reason);
    process.kill(process.pid, 'SIGTERM');
  };
  return claimDatabase({ url, bus: busOf(settings), log, onRefused });
}

async function start() {
  createPrivately();
  // Nobody may read the output any more: `npm start | head`, a closed terminal.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  // The parent process holds the other end of this pipe; reading starts here, so that its exit during the start is noticed.
  // An open pipe alone keeps nothing running: a migration ends when it is done.
  if (process.env.ENDS_WITH_STDIN === '1') process.stdin.resume().unref?.();
  const settings = readSettings(process.env, process.argv.slice(2));
  const log = createLog(settings.logLevel);
  let stop: (() => Promise<void>) | null = null;
  const onUncaught = (cause: unknown) => {
    log.error('uncaught error', faultOf(cause));
    // A process that serves goes on; one that has started only half would answer without its jobs.
    if (stop === null) process.exit(1);
  };
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
  // Until it has started there is nothing to hand over. As the first process of a container it would ignore the signal.
  stopOnSignal(async () => stop?.(), log);
  const dataDir = prepareFolder(settings.dataDir);
  repairRights(dataDir, log);
  const tracing = await openTracing(withSecretFiles(process.env));
  const observation = createObservation({ now: Date.now, log, tracing });
  const watchStatement = createStatementWatch(log, settings.logLevel === 'debug', tracing);
  const open = () => openStore({ ...settings, dataDir }, log, watchStatement);
  if (asked.migrate) {
    await closeStore(await open(), dataDir);
    return print(`The database is migrated to ${newestMigration().tag}.`);
  }
  const claimed = await claim(settings, log);
  // The platform's code loads while the database opens, which halves the start.
  const [opened, { createPlatform }] = await Promise.all([open(), import('./platform.ts')]);
  let store = opened;
  try {
    const cluster = await openCluster({ db: store.db, settings, log });
    const passwords = createPasswords();
    const wasEmpty = !(await hasHospital(store.db));
    const seeded = settings.seed && (await seedDemonstration({ db: store.db, passwords, now: Date.now() }));
    if (seeded && wasEmpty && store.engine === 'embedded') {
      // The memory of its WebAssembly module has grown with the seed, and would stay so.
      await store.close();
      store = await open();
    }
    const demonstration = settings.demo && asked.workbench ? await import('./demo/demonstration.ts') : null;
    const clock = demonstration?.createDemoClock(Date.now);
    const now = clock?.now ?? Date.now;
    const folder = demonstration && existsSync(demonstrationFolder) ? demonstrationFolder : workstationFolder;
    const { app, uow, startJobs, drain } = await createPlatform({
      db: store.db,
      passwords,
      settings: { ...settings, dataDir },
      workstation: folder,
      now,
      log,
      print,
      observation,
      cluster,
      leads: () => claimed?.leads() ?? true,
    });
    const metricsServer = await openMetrics(observation, store, settings);
    // The embedded database sets the rights of what it creates itself.
    if (store.engine === 'embedded') await closeToOthers(join(dataDir, 'db'));
    let patients: DemoPatients | null = null;
    const faults =
      demonstration && clock
        ? await demonstration.openDemonstration({
            ...{ server: app.server, apiPrefix: settings.apiPrefix, clock, restart: askForRestart },
            patients: () => patients,
          })
        : null;
    const address = await listen(app, settings);
    // `npm run admin` opens a PostgreSQL database itself; the embedded one is open to this process alone.
    const runAdmin = async ({ args, by }: AdminCall) =>
      (store.copyTo && (await runCopyCommand(store.copyTo, args))) ??
      runCommand(
        { db: store.db, uow, now, filesFolder: join(dataDir, 'files'), trailKeys: settings.trailKeys },
        args,
        by,
      );
    const onFault = (cause: unknown) => log.error('an admin command failed', faultOf(cause));
    const adminPort = store.engine === 'embedded' ? await openAdminPort(dataDir, runAdmin, onFault) : null;
    const working = startJobs();
    const attended = seeded && (settings.demo || asked['with-patients'] === true);
    patients = attended ? startPatients({ port: Number(new URL(address).port), demo: settings.demo }) : null;
    stop = async () => {
      patients?.stop();
      adminPort?.close();
      metricsServer?.close();
      await drain();
      faults?.close();
      await app.close();
      await working.stop();
      await cluster?.close();
      await closeStore(store, dataDir);
      await tracing?.stop();
      await claimed?.close();
    };
    const lines = welcome({
      address: asked['no-address'] ? null : address,
      hasWorkbench: folder === demonstrationFolder,
      isSeeded: seeded,
      isEmbedded: store.engine === 'embedded',
      hasRedis: settings.redisUrl !== null,
    });
    for (const line of lines) print(line);
    await compressAhead(folder).catch((cause: unknown) =>
      log.warn('the workstation is not compressed ahead', faultOf(cause)),
    );
  } catch (cause) {
    await store.close();
    throw cause;
  }
}

start().catch((cause: unknown) => {
  if (cause instanceof StartFailure) console.error(cause.message);
  else createLog('error').error('the platform does not start', faultOf(cause));
  process.exit(1);
});

import type { FastifyInstance } from 'fastify';
import { accountJobs, accountsPlugin } from './accounts/plugin.ts';
import { activeSessions, expiryOf, isSignedIn } from './accounts/socketSessions.ts';
import { administrationPlugin } from './administration/plugin.ts';
import { catalogueJobs, cataloguesPlugin } from './catalogues/plugin.ts';
import { readTable } from './clinicalTables/tables.ts';
import { answers, createMigrationCheck } from './db/checks.ts';
import { platformWide } from './db/connection.ts';
import { createJobRuns } from './db/jobRuns.ts';
import { removeOldEvents } from './db/unitOfWork.ts';
import { factsPlugin } from './facts/plugin.ts';
import { fileHostPlugin } from './files/fileHost.ts';
import { fileJobs, filesPlugin } from './files/plugin.ts';
import { findLinkedFile, isLogo } from './files/queries.ts';
import { serviceHoursFrom } from './hospitals/dayParts.ts';
import { hospitalsPlugin } from './hospitals/plugin.ts';
import { readStandardTable } from './hospitals/standardTables.ts';
import { createCallLimit } from './http/callLimit.ts';
import { openApiPlugin } from './http/documents.ts';
import { healthPlugin } from './http/health.ts';
import { answerRepeats, removeOldAnswers } from './http/idempotentCalls.ts';
import { metricsPlugin } from './http/metrics.ts';
import { removeOldReports } from './http/reportStore.ts';
import { reportsPlugin } from './http/reports.ts';
import { createHttp } from './http/server.ts';
import { runtimeConfigPlugin, workstationPlugin } from './http/workstation.ts';
import { createGateway } from './im/gateway.ts';
import { noSockets } from './im/socketCounts.ts';
import { workstationFolder } from './installation.ts';
import { type Job, startJobs } from './jobs.ts';
import { stopAccepting } from './listen.ts';
import { faultOf } from './log.ts';
import { createDiagnosisIndex } from './medicines/diagnosisIndex.ts';
import { createMedicineIndex } from './medicines/medicineIndex.ts';
import { medicinesPlugin } from './medicines/plugin.ts';
import { messagesPlugin } from './messages/plugin.ts';
import { mayReviewerRead } from './messages/reviewerQueries.ts';
import { createJobFigures, type JobFigures } from './observe/jobFigures.ts';
import { createObservation, type Observation } from './observe/observation.ts';
import { cached, readQueues } from './observe/queues.ts';
import { createSharedFigures, ending, type SharedFigures } from './observe/sharedFigures.ts';
import type { SocketsOfHospital } from './operations/liveFigures.ts';
import { operationsPlugin } from './operations/plugin.ts';
import { orderJobs, ordersPlugin } from './orders/plugin.ts';
import { overviewPlugin } from './overview/plugin.ts';
import { patientsPlugin } from './patients/plugin.ts';
import { prescriptionJobs, prescriptionsPlugin } from './prescriptions/plugin.ts';
import { recordsPlugin } from './records/plugin.ts';
import { reviewJobs, reviewsPlugin } from './reviews/plugin.ts';
import { scheduleJobs, schedulesPlugin } from './schedules/plugin.ts';
import type { ConnectedStaff } from './schedules/team.ts';
import { openParts, type Parts, type PlatformNeeds } from './sharedParts.ts';
import { signaturesPlugin } from './signatures/plugin.ts';
import { templatesPlugin } from './templates/plugin.ts';
import { removeExpiredTrail } from './trail/retention.ts';

/** What calls ask the gateway, which is created after them. */
type FromGateway = { connectedStaff: ConnectedStaff; socketsOfHospital: SocketsOfHospital };

/** What an administrator sees of all processes. */
type Figures = {
  observation: Observation;
  lastRuns: JobFigures['list'];
  sharedFigures: SharedFigures;
  processes: () => number;
};

/** The operations of each domain, under the API prefix. */
const registerDomains =
  (parts: Parts & FromGateway & Figures, { passwords, settings, now, log, db }: PlatformNeeds) =>
  (api: FastifyInstance) => {
    const { prescribing } = parts;
    const shared = { ...parts, passwords, now, log };
    api.register(accountsPlugin, shared);
    api.register(administrationPlugin, { ...shared, db, testHospitalHost: settings.testHospitalHost });
    api.register(patientsPlugin, shared);
    api.register(hospitalsPlugin, shared);
    api.register(filesPlugin, { ...shared, mayReviewerRead });
    api.register(ordersPlugin, shared);
    api.register(schedulesPlugin, shared);
    api.register(messagesPlugin, { ...shared, socketPath: settings.socketPath });
    const ingredientNames = parts.ruleTables.names;
    // Doctors and administrators search the same indexes.
    const indexes = {
      medicineIndex: createMedicineIndex({ uow: parts.uow, now, ingredientNames }),
      diagnosisIndex: createDiagnosisIndex({ uow: parts.uow, now }),
    };
    const dictionaryNames = readStandardTable('dictionaries').rows;
    const allergenWords = readTable('allergen-words').rows;
    api.register(factsPlugin, { ...shared, allergenWords });
    api.register(recordsPlugin, shared);
    api.register(templatesPlugin, shared);
    api.register(overviewPlugin, shared);
    api.register(operationsPlugin, shared);
    api.register(prescriptionsPlugin, prescribing);
    api.register(signaturesPlugin, { ...shared, db });
    api.register(reviewsPlugin, prescribing);
    api.register(medicinesPlugin, indexes);
    api.register(cataloguesPlugin, {
      ...shared,
      ...indexes,
      ingredientNames,
      ingredientWords: allergenWords,
      onlineBans: parts.ruleTables.onlineBans,
      indications: parts.ruleTables.indications,
      dictionaryNames,
    });
  };

/** What is served beside the operations: monitoring, configuration, files, API description, and the workstation. */
function registerPages(
  app: FastifyInstance,
  parts: Parts,
  { db, settings, now, log, workstation = workstationFolder }: PlatformNeeds,
  { readiness, metrics }: Observation,
): void {
  const { apiPrefix, socketPath, fileHost, testHospitalHost, brand, demo } = settings;
  const { links, uow, fileStore, rateLimits } = parts;
  app.register(healthPlugin, { readiness });
  app.register(metricsPlugin, { metrics, token: settings.metricsToken });
  app.register(runtimeConfigPlugin, { apiPrefix, socketPath, fileHost, testHospitalHost, brand });
  app.register(async (files) => {
    rateLimits.registerFor(files, 'download');
    files.register(fileHostPlugin, {
      ...{ fileStore, links, uow, now },
      findFile: (key) => findLinkedFile(db, key),
      isLogo: (file) => isLogo(db, file),
      isSignedIn: (hospitalId, reader) => isSignedIn(db, { hospitalId, ...reader }, now()),
    });
  });
  app.register(openApiPlugin, { apiPrefix, isOpen: demo });
  app.register(async (reports) => {
    rateLimits.registerFor(reports, 'clientReport');
    reports.register(reportsPlugin, { ...parts, apiPrefix, log, metrics, now });
  });
  const otherOrigins = fileHost === '' ? [] : [fileHost];
  app.register(workstationPlugin, { folder: workstation, apiPrefix, otherOrigins });
}

function registerGateway(
  app: FastifyInstance,
  parts: Parts,
  { db, settings, now, log, rate }: PlatformNeeds,
  observation: Observation,
) {
  const gateway = createGateway({
    ...parts,
    server: app.server,
    path: settings.socketPath,
    origins: settings.publicOrigins,
    now,
    log,
    observation,
    hospitalState: parts.hospitals.stateOf,
    ...(rate === undefined ? {} : { rate }),
    expiryOf: (token) => expiryOf(db, token, now()),
    activeSessions: (ids) => activeSessions(db, ids, now()),
  });
  app.addHook('preClose', () => gateway.close());
  return gateway;
}

function jobsOf({ uow, rates, failures, fileStore, prescribing, seal }: Parts, { db, now, log }: PlatformNeeds): Job[] {
  const removeExpired = async () => {
    await removeOldAnswers(db, now());
    await removeOldEvents(db, now());
    await failures.removeExpired();
    await rates.removeExpired();
    await removeOldReports(platformWide(db), now());
  };
  return [
    ...accountJobs({ db, uow, now }),
    ...orderJobs({ db, uow, now, log }),
    ...scheduleJobs({ db, uow, now, log }),
    ...prescriptionJobs({ ...prescribing, db }),
    ...reviewJobs({ ...prescribing, db }),
    ...fileJobs({ db, uow, fileStore, now, log }),
    ...catalogueJobs({ db: platformWide(db), now }),
    { name: 'seal the trail', everyMs: 1_000, run: seal },
    {
      name: 'remove expired trail rows',
      everyMs: 3_600_000,
      run: () => removeExpiredTrail({ db: platformWide(db), uow, now }),
    },
    { name: 'remove old answers, events, counters and reports', everyMs: 600_000, run: removeExpired },
  ];
}

const queueMs = 10_000;

/** Adds what only the whole platform knows to its figures and to its readiness. */
function observePlatform({ metrics, readiness }: Observation, { db, now, cluster = null }: PlatformNeeds) {
  metrics.watchQueues(cached(() => readQueues(platformWide(db), now(), null, serviceHoursFrom), queueMs, now));
  readiness.probe('database', () => answers(db));
  readiness.probe('migrations', createMigrationCheck(db));
  if (cluster === null) return;
  const { state } = cluster.link;
  metrics.watchBus(state);
  readiness.watch('bus', () => state().connected);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sockets leave within this, so that the other processes are not asked by all of them at once. */
const socketDrainMs = 2_000;
const callDrainMs = 4_000;

/** The whole platform over an open database, ready to listen. */
export async function createPlatform(needs: PlatformNeeds) {
  const { settings, now, log, db, leads = () => true } = needs;
  const { apiPrefix, publicOrigins } = settings;
  const observation = needs.observation ?? createObservation(needs);
  observePlatform(observation, needs);
  const parts = await openParts(needs, observation);
  observation.readiness.probe('messages', parts.storing.works);
  observation.readiness.watch('files', parts.fileStore.answers);
  observation.metrics.watchParts(observation.readiness.watched);
  const { bus, uow, identify, ensureTrail, hospitals, proxies, rateLimits } = parts;
  // The gateway needs the HTTP server, which is created with the calls that ask the gateway.
  let gateway: FromGateway | null = null;
  const fromGateway: FromGateway = {
    connectedStaff: async (hospitalId) => (await gateway?.connectedStaff(hospitalId)) ?? new Set(),
    socketsOfHospital: (hospitalId) => gateway?.socketsOfHospital(hospitalId) ?? noSockets(),
  };
  const runs = createJobRuns(db, now);
  const jobFigures = createJobFigures({ states: observation.jobs, runs, shared: parts.cluster.state, now });
  const processes = () => 1 + (needs.cluster?.link.others() ?? 0);
  const onFault = (cause: unknown) => log.error('figures were not shared', faultOf(cause));
  const sharedFigures = createSharedFigures({ ...observation, shared: parts.cluster.state, onFault });
  const figures = { observation, lastRuns: jobFigures.list, sharedFigures, processes };
  let isDraining = false;
  observation.readiness.add(ending, async () => !isDraining);
  const callLimit = createCallLimit(settings.maxCalls);
  const app = await createHttp({
    apiPrefix,
    now,
    log,
    observation,
    publicOrigins,
    proxies,
    callLimit,
    identify,
    ensureTrail,
    rateLimits,
    hospitalState: hospitals.stateOf,
    idempotency: answerRepeats,
    uow,
    registerPlugins: registerDomains({ ...parts, ...fromGateway, ...figures }, needs),
  });
  registerPages(app, parts, needs, observation);
  // Closing the sockets takes a while, and no further call begins meanwhile.
  app.addHook('preClose', async () => callLimit.close());
  const opened = registerGateway(app, parts, needs, observation);
  gateway = opened;
  const stopSharing = needs.cluster ? sharedFigures.start() : () => {};
  app.addHook('onClose', async () => {
    stopSharing();
    await parts.cluster.state.close();
  });
  observation.metrics.watchSockets(opened.ownSockets);
  // Clients and balancers then open their next connection elsewhere.
  app.server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('connection', 'close');
  });
  await app.ready();
  const jobs = jobsOf(parts, needs);
  return {
    app,
    bus,
    uow,
    identify,
    observation,
    gateway: opened,
    jobs,
    startJobs: () => startJobs(jobs, { log, leads, runs, share: jobFigures.share, observation }),
    /**
     * Hands this process's work to the others: it accepts no connection, its sockets reconnect, and calls in progress end.
     * Established connections are served until the application closes.
     */
    async drain(): Promise<void> {
      isDraining = true;
      opened.refuseSockets();
      await stopAccepting(app);
      if (needs.cluster) {
        await pause(settings.drainMs);
        await opened.drain(socketDrainMs);
      }
      await callLimit.idle(callDrainMs);
    },
  };
}

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accountJobs, accountsPlugin } from './accounts/plugin.ts';
import { activeSessions, expiryOf, isSignedIn } from './accounts/socketSessions.ts';
import { createJobRuns } from './db/jobRuns.ts';
import { removeOldEvents } from './db/unitOfWork.ts';
import { drugsPlugin } from './drugs/plugin.ts';
import { factsPlugin } from './facts/plugin.ts';
import { fileHostPlugin } from './files/fileHost.ts';
import { findLinkedFile } from './files/ownership.ts';
import { fileJobs, filesPlugin } from './files/plugin.ts';
import { createCallLimit } from './http/callLimit.ts';
import { createClientAddress } from './http/clientAddress.ts';
import { openApiPlugin } from './http/documents.ts';
import { healthPlugin } from './http/health.ts';
import { createIdempotency, removeOldAnswers } from './http/idempotentCalls.ts';
import { policyReportsPlugin } from './http/reports.ts';
import { createHttp } from './http/server.ts';
import { runtimeConfigPlugin, workstationPlugin } from './http/workstation.ts';
import { createGateway } from './im/gateway.ts';
import { type Job, startJobs } from './jobs.ts';
import { mayAuditorRead } from './messages/auditorAccess.ts';
import { messagesPlugin } from './messages/plugin.ts';
import { orderJobs, ordersPlugin } from './orders/plugin.ts';
import { overviewPlugin } from './overview/plugin.ts';
import { patientsPlugin } from './patients/plugin.ts';
import { prescriptionJobs, prescriptionsPlugin } from './prescriptions/plugin.ts';
import { recordsPlugin } from './records/plugin.ts';
import { reviewJobs, reviewsPlugin } from './reviews/plugin.ts';
import type { ConnectedStaff } from './schedules/doctorLists.ts';
import { scheduleJobs, schedulesPlugin } from './schedules/plugin.ts';
import { readTable } from './seed/tables.ts';
import { openParts, type Parts, type PlatformNeeds } from './sharedParts.ts';
import { signaturesPlugin } from './signatures/plugin.ts';
import { templatesPlugin } from './templates/plugin.ts';
import { tenantsPlugin } from './tenants/plugin.ts';
import { removeExpiredTrail } from './trail/retention.ts';

/** The folder of the built workstation. */
export const workstationFolder = join(import.meta.dirname, '..', 'dist');

/** The operations of each domain, under the API prefix. */
const registerDomains =
  (parts: Parts & { connectedStaff: ConnectedStaff }, { passwords, settings, now, log, db }: PlatformNeeds) =>
  (api: FastifyInstance) => {
    const { prescribing } = parts;
    const shared = { ...parts, passwords, now, log };
    api.register(accountsPlugin, shared);
    api.register(patientsPlugin, shared);
    api.register(tenantsPlugin, shared);
    api.register(filesPlugin, { ...shared, mayAuditorRead });
    api.register(ordersPlugin, shared);
    api.register(schedulesPlugin, shared);
    api.register(messagesPlugin, { ...shared, socketPath: settings.socketPath });
    const [generics, allergenWords] = [readTable('generics').rows, readTable('allergen-words').rows];
    api.register(factsPlugin, { ...shared, generics, allergenWords });
    api.register(recordsPlugin, shared);
    api.register(templatesPlugin, shared);
    api.register(overviewPlugin, shared);
    api.register(prescriptionsPlugin, prescribing);
    api.register(signaturesPlugin, { ...shared, db });
    api.register(reviewsPlugin, prescribing);
    api.register(drugsPlugin, { ...shared, ingredientNames: parts.ruleTables.names });
  };

/** What is served beside the operations: monitoring, configuration, files, API description, and the workstation. */
function registerPages(
  app: FastifyInstance,
  parts: Parts & { isDraining: () => boolean },
  { db, settings, now, log }: PlatformNeeds,
): void {
  const { apiPrefix, socketPath, fileHost, testHospitalHost, brand, demo } = settings;
  const { links, uow, fileStore, filesFolder, isDraining } = parts;
  app.register(healthPlugin, { db, log, isDraining });
  app.register(runtimeConfigPlugin, { apiPrefix, socketPath, fileHost, testHospitalHost, brand });
  const findFile = (key: string) => findLinkedFile(db, key);
  app.register(fileHostPlugin, {
    ...{ folder: filesFolder, fileStore, links, uow, now, findFile },
    isSignedIn: (tenantId, reader) => isSignedIn(db, { tenantId, ...reader }, now()),
  });
  app.register(openApiPlugin, { apiPrefix, browsable: demo });
  app.register(policyReportsPlugin, { apiPrefix, log, now });
  const otherOrigins = fileHost === '' ? [] : [fileHost];
  app.register(workstationPlugin, { folder: workstationFolder, apiPrefix, otherOrigins });
}

function registerGateway(app: FastifyInstance, parts: Parts, { db, settings, now, log, rate }: PlatformNeeds) {
  const gateway = createGateway({
    ...parts,
    server: app.server,
    path: settings.socketPath,
    origins: settings.publicOrigins,
    now,
    log,
    tenantState: parts.tenants.stateOf,
    addressOf: createClientAddress(settings.trustedProxies),
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
  };
  return [
    ...accountJobs({ db, uow, now }),
    ...orderJobs({ db, uow, now, log }),
    ...scheduleJobs({ db, uow, now }),
    ...prescriptionJobs({ ...prescribing, db }),
    ...reviewJobs({ ...prescribing, db }),
    ...fileJobs({ db, fileStore, now }),
    { name: 'seal the trail', everyMs: 1_000, run: seal },
    { name: 'remove expired trail rows', everyMs: 3_600_000, run: () => removeExpiredTrail({ db, uow, now }) },
    { name: 'remove old answers, events and counters', everyMs: 600_000, run: removeExpired },
  ];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sockets leave within this, so that the other processes are not asked by all of them at once. */
const socketDrainMs = 2_000;
const callDrainMs = 4_000;

/** The whole platform over an open database, ready to listen. */
export async function createPlatform(needs: PlatformNeeds) {
  const { settings, now, log, db, leads = () => true } = needs;
  const { apiPrefix, publicOrigins, trustedProxies } = settings;
  const parts = await openParts(needs);
  const { bus, uow, identify, ensureTrail, tenants } = parts;
  // The gateway needs the HTTP server, which is created with the calls that ask the gateway.
  let connectedStaff: ConnectedStaff = async () => new Set();
  let isDraining = false;
  const callLimit = createCallLimit(settings.maxCalls);
  const app = await createHttp({
    apiPrefix,
    now,
    log,
    publicOrigins,
    trustedProxies,
    callLimit,
    identify,
    ensureTrail,
    tenantState: tenants.stateOf,
    idempotency: createIdempotency({ uow }),
    registerPlugins: registerDomains({ ...parts, connectedStaff: (tenantId) => connectedStaff(tenantId) }, needs),
  });
  registerPages(app, { ...parts, isDraining: () => isDraining }, needs);
  const gateway = registerGateway(app, parts, needs);
  ({ connectedStaff } = gateway);
  await app.ready();
  return {
    app,
    bus,
    uow,
    identify,
    gateway,
    jobs: () => startJobs(jobsOf(parts, needs), { log, leads, runs: createJobRuns(db, now) }),
    /** Hands this process's work to the others: it takes no new calls, its sockets reconnect, and calls in progress end. */
    async drain(): Promise<void> {
      isDraining = true;
      await pause(settings.drainMs);
      await gateway.drain(socketDrainMs);
      await callLimit.idle(callDrainMs);
    },
  };
}

import type { FastifyInstance } from 'fastify';
import { accountJobs, accountsPlugin } from './accounts/plugin.ts';
import { activeSessions, expiryOf } from './accounts/socketSessions.ts';
import { removeOldEvents } from './db/unitOfWork.ts';
import { drugsPlugin } from './drugs/plugin.ts';
import { factsPlugin } from './facts/plugin.ts';
import { fileHostPlugin } from './files/fileHost.ts';
import { findLinkedFile } from './files/ownership.ts';
import { fileJobs, filesPlugin } from './files/plugin.ts';
import { openApiPlugin } from './http/documents.ts';
import { healthPlugin } from './http/health.ts';
import { createIdempotency, removeOldAnswers } from './http/idempotentCalls.ts';
import { policyReportsPlugin } from './http/reports.ts';
import { createHttp } from './http/server.ts';
import { runtimeConfigPlugin, workstationPlugin } from './http/workstation.ts';
import { createGateway } from './im/gateway.ts';
import { workstationFolder } from './installation.ts';
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
    api.register(factsPlugin, { ...shared, allergenWords: readTable('allergen-words').rows });
    api.register(recordsPlugin, shared);
    api.register(templatesPlugin, shared);
    api.register(overviewPlugin, shared);
    api.register(prescriptionsPlugin, prescribing);
    api.register(signaturesPlugin, { ...shared, db });
    api.register(reviewsPlugin, prescribing);
    api.register(drugsPlugin, { ...shared, ingredientNames: parts.ruleTables.names });
  };

/** What is served beside the operations: monitoring, configuration, files, API description, and the workstation. */
function registerPages(app: FastifyInstance, parts: Parts, { db, settings, now, log }: PlatformNeeds): void {
  const { apiPrefix, socketPath, fileHost, testHospitalHost, brand, demo } = settings;
  const { links, uow, disk } = parts;
  app.register(healthPlugin, { db, log });
  app.register(runtimeConfigPlugin, { apiPrefix, socketPath, fileHost, testHospitalHost, brand });
  app.register(fileHostPlugin, { folder: disk.folder, links, uow, now, findFile: (key) => findLinkedFile(db, key) });
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
    ...(rate === undefined ? {} : { rate }),
    expiryOf: (token) => expiryOf(db, token, now()),
    activeSessions: (ids) => activeSessions(db, ids, now()),
  });
  app.addHook('preClose', () => gateway.close());
  return gateway;
}

function jobsOf({ uow, rates, failures, disk, prescribing }: Parts, { db, now, log }: PlatformNeeds): Job[] {
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
    ...fileJobs({ db, disk, now }),
    { name: 'remove old answers, events and counters', everyMs: 600_000, run: removeExpired },
  ];
}

/** The whole platform over an open database, ready to listen. */
export async function createPlatform(needs: PlatformNeeds) {
  const { settings, now, log } = needs;
  const { apiPrefix, publicOrigins, trustedProxies } = settings;
  const parts = await openParts(needs);
  const { bus, uow, identify, ensureTrail, tenants } = parts;
  // The gateway needs the HTTP server, which is created with the calls that ask the gateway.
  let connectedStaff: ConnectedStaff = async () => new Set();
  const app = await createHttp({
    apiPrefix,
    now,
    log,
    publicOrigins,
    trustedProxies,
    identify,
    ensureTrail,
    tenantState: tenants.stateOf,
    idempotency: createIdempotency({ uow }),
    registerPlugins: registerDomains({ ...parts, connectedStaff: (tenantId) => connectedStaff(tenantId) }, needs),
  });
  registerPages(app, parts, needs);
  ({ connectedStaff } = registerGateway(app, parts, needs));
  await app.ready();
  return { app, bus, uow, identify, jobs: () => startJobs(jobsOf(parts, needs), log) };
}

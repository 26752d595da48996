import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { limits } from '../contract/limits.ts';
import { createIdentities } from './accounts/identities.ts';
import { createPasswordFailures } from './accounts/passwordFailures.ts';
import type { Passwords } from './accounts/passwords.ts';
import { accountJobs, accountsPlugin } from './accounts/plugin.ts';
import { createSignInLimits } from './accounts/signInLimits.ts';
import { createSmsGateway } from './accounts/smsGateway.ts';
import { activeSessions, expiryOf } from './accounts/socketSessions.ts';
import { createWorkProofs } from './accounts/workProof.ts';
import type { Db } from './db/connection.ts';
import { createRates } from './db/rates.ts';
import { secretNamed } from './db/secrets.ts';
import { createUnitOfWork, forgetOldEvents } from './db/unitOfWork.ts';
import { drugsPlugin } from './drugs/plugin.ts';
import { createBus } from './events/bus.ts';
import { createDisk } from './files/disk.ts';
import { fileHostPlugin } from './files/fileHost.ts';
import { createLinks } from './files/links.ts';
import { findLinkedFile } from './files/ownership.ts';
import { fileJobs, filesPlugin } from './files/plugin.ts';
import { openApiPlugin } from './http/documents.ts';
import { healthPlugin } from './http/health.ts';
import { createIdempotency, forgetOldAnswers } from './http/idempotentCalls.ts';
import { policyReportsPlugin } from './http/reports.ts';
import { createHttp } from './http/server.ts';
import { runtimeConfigPlugin, workstationPlugin } from './http/workstation.ts';
import { createGateway } from './im/gateway.ts';
import { createTokenBucket, type TokenRate } from './im/tokenBucket.ts';
import { type Job, startJobs } from './jobs.ts';
import { faultOf, type Log } from './log.ts';
import { createMessages } from './messages/messages.ts';
import { messagesPlugin } from './messages/plugin.ts';
import { orderJobs, ordersPlugin } from './orders/plugin.ts';
import { patientsPlugin } from './patients/plugin.ts';
import { prescriptionJobs, prescriptionsPlugin } from './prescriptions/plugin.ts';
import { createPrescribing } from './prescriptions/prescribing.ts';
import { recordsPlugin } from './records/plugin.ts';
import { reviewJobs, reviewsPlugin } from './reviews/plugin.ts';
import { readRuleTables, readTable } from './seed/tables.ts';
import type { Settings } from './settings.ts';
import { tenantsPlugin } from './tenants/plugin.ts';
import { createTenants } from './tenants/tenants.ts';
import { createEnsureTrail } from './trail/ensureTrail.ts';

type Needs = {
  db: Db;
  passwords: Passwords;
  settings: Settings;
  now: () => number;
  log: Log;
  print: (line: string) => void;
  /** Replaces the limits on messages and socket events, for load tests. */
  rate?: TokenRate;
};

/** The folder of the built workstation. */
export const workstationFolder = join(import.meta.dirname, '..', 'dist');

/** One person's messages: sixty at once, and twenty a second in the long run. */
const messageRate: TokenRate = { burst: limits.messageBurst, perSecond: limits.messagesPerSecond };

/** The parts that the domains and the transports share. */
async function openParts({ db, settings, now, log, print, rate }: Needs) {
  const bus = createBus((cause, { type }) => log.error('a listener failed', { type, ...faultOf(cause) }));
  const uow = createUnitOfWork({ db, bus, now });
  const links = createLinks({ secret: await secretNamed(db, 'file links'), host: settings.fileHost, now });
  const keyOf = links.localKeyOf;
  const rates = createRates(db, now);
  const messageBucket = createTokenBucket({ now, ...(rate ?? messageRate) });
  const ruleTables = readRuleTables();
  const failures = createPasswordFailures(db, now);
  const { smsWebhookUrl, demo } = settings;
  const sms = createSmsGateway({ webhookUrl: smsWebhookUrl, demo, print, warn: log.warn, now });
  return {
    bus,
    uow,
    links,
    keyOf,
    rates,
    ruleTables,
    disk: createDisk(join(settings.dataDir, 'files')),
    identify: createIdentities({ db, bus, now }),
    tenants: createTenants(db, now),
    ensureTrail: createEnsureTrail({ uow }),
    signInLimits: createSignInLimits({ rates, failures, canSendCodes: () => !sms.isDown(), now }),
    failures,
    sms,
    sessionKey: await secretNamed(db, 'sessions'),
    smsKey: await secretNamed(db, 'codes'),
    workProofs: createWorkProofs(await secretNamed(db, 'work')),
    prescribing: createPrescribing({ uow, now }, { tables: ruleTables, generics: readTable('generics').rows }),
    messages: createMessages({
      db,
      uow,
      bus,
      now,
      keyOf,
      waitFor: ({ tenantId, type, id }) => messageBucket(`${tenantId}/${type}/${id}`),
    }),
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** The operations of each domain, under the API prefix. */
const registerDomains =
  (parts: Parts, { passwords, settings, now, log }: Needs) =>
  (api: FastifyInstance) => {
    const { prescribing } = parts;
    const shared = { ...parts, passwords, now, log };
    api.register(accountsPlugin, shared);
    api.register(patientsPlugin, shared);
    api.register(tenantsPlugin, shared);
    api.register(filesPlugin, shared);
    api.register(ordersPlugin, shared);
    api.register(messagesPlugin, { ...shared, socketPath: settings.socketPath });
    api.register(recordsPlugin, shared);
    api.register(prescriptionsPlugin, prescribing);
    api.register(reviewsPlugin, prescribing);
    api.register(drugsPlugin, { ...shared, ingredientNames: parts.ruleTables.names });
  };

/** What is served beside the operations: monitoring, configuration, files, API description, and the workstation. */
function registerPages(app: FastifyInstance, parts: Parts, { db, settings, now, log }: Needs): void {
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

function registerGateway(app: FastifyInstance, parts: Parts, { db, settings, now, log, rate }: Needs): void {
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
}

function jobsOf({ uow, rates, failures, disk, prescribing }: Parts, { db, now, log }: Needs): Job[] {
  const forgetOld = async () => {
    await forgetOldAnswers(db, now());
    await forgetOldEvents(db, now());
    await failures.forgetOld();
    await rates.forgetOld();
  };
  return [
    ...accountJobs({ db, uow, now }),
    ...orderJobs({ db, uow, now, log }),
    ...prescriptionJobs({ ...prescribing, db }),
    ...reviewJobs({ ...prescribing, db }),
    ...fileJobs({ db, disk, now }),
    { name: 'remove old answers, events and counters', everyMs: 600_000, run: forgetOld },
  ];
}

/** The whole platform over an open database, ready to listen. */
export async function createPlatform(needs: Needs) {
  const { settings, now, log } = needs;
  const { apiPrefix, publicOrigins, trustedProxies } = settings;
  const parts = await openParts(needs);
  const { bus, uow, identify, ensureTrail, tenants } = parts;
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
    registerPlugins: registerDomains(parts, needs),
  });
  registerPages(app, parts, needs);
  registerGateway(app, parts, needs);
  await app.ready();
  return { app, bus, uow, identify, jobs: () => startJobs(jobsOf(parts, needs), log) };
}

import { join } from 'node:path';
import { forgetOldTickets } from './accounts/captchaTickets.ts';
import { credentialRoutes } from './accounts/credentialRoutes.ts';
import { createIdentities } from './accounts/identities.ts';
import type { Passwords } from './accounts/passwords.ts';
import { accountRoutes } from './accounts/profileRoutes.ts';
import { proofRoutes } from './accounts/proofRoutes.ts';
import { qualificationRoutes } from './accounts/qualificationRoutes.ts';
import { endBarredSessions, forgetOldSessions } from './accounts/sessions.ts';
import { settingsRoutes } from './accounts/settingsRoutes.ts';
import { createSignInLimits } from './accounts/signInLimits.ts';
import { signInRoutes } from './accounts/signInRoutes.ts';
import { createSmsGateway } from './accounts/smsGateway.ts';
import { expiryOf, standing } from './accounts/socketSessions.ts';
import type { Db } from './db/connection.ts';
import { createRates } from './db/rates.ts';
import { secretNamed } from './db/secrets.ts';
import { createUnitOfWork } from './db/unitOfWork.ts';
import { createBus } from './events/bus.ts';
import { forgetOldEvents } from './events/eventLog.ts';
import { createDisk } from './files/disk.ts';
import { fileHost } from './files/fileHost.ts';
import { fileRoutes } from './files/fileRoutes.ts';
import { createLinks } from './files/links.ts';
import { fileBehind } from './files/ownership.ts';
import { removeStrays } from './files/strayFiles.ts';
import { documents } from './http/documents.ts';
import { health } from './http/health.ts';
import { createOnce, forgetOldAnswers } from './http/idempotentCalls.ts';
import { policyReports } from './http/reports.ts';
import { runtimeConfig } from './http/runtimeConfig.ts';
import { createHttp } from './http/server.ts';
import { workstation } from './http/workstation.ts';
import { createGateway } from './im/gateway.ts';
import type { Pace } from './im/tokenBucket.ts';
import { startJobs } from './jobs.ts';
import { faultOf, type Log } from './log.ts';
import { consultSide } from './orders/consultSide.ts';
import { clinicalSide } from './prescriptions/clinicalSide.ts';
import type { Settings } from './settings.ts';
import { tenantRoutes } from './tenants/tenantRoutes.ts';
import { createTenants } from './tenants/tenants.ts';
import { createEnsureTrail } from './trail/ensureTrail.ts';

type Needs = {
  db: Db;
  passwords: Passwords;
  settings: Settings;
  now: () => number;
  log: Log;
  print: (line: string) => void;
  /** How fast people may write and ask, where it is not as fast as usual. */
  pace?: Pace;
};

/** Where the built workstation lies. */
export const workstationFolder = join(import.meta.dirname, '..', 'dist');

/** The whole platform over an open database, ready to listen. */
export async function createPlatform({ db, passwords, settings, now, log, print, ...more }: Needs) {
  const { apiPrefix: prefix, demo, fileHost: host, publicOrigins, trustedProxies } = settings;
  const bus = createBus((cause, { type }) => log.error('an event was not taken', { type, ...faultOf(cause) }));
  const uow = createUnitOfWork({ db, bus, now });
  const rates = createRates(db, now);
  const tenants = createTenants(db, now);
  const identify = createIdentities({ db, bus, now });
  const disk = createDisk(join(settings.dataDir, 'files'));
  const links = createLinks({ secret: await secretNamed(db, 'file links'), host, now });
  const sms = createSmsGateway({ webhookUrl: settings.smsWebhookUrl, demo, print, warn: log.warn, now });
  const [sessionKey, smsKey] = [await secretNamed(db, 'sessions'), await secretNamed(db, 'codes')];
  const signInLimits = createSignInLimits(rates);
  const clinical = clinicalSide({ db, uow, now, keyOf: links.localKeyOf });
  const consult = consultSide({
    db,
    uow,
    bus,
    now,
    passwords,
    signInLimits,
    log,
    ...more,
    keyOf: links.localKeyOf,
    socketPath: settings.socketPath,
  });

  const ensureTrail = createEnsureTrail({ uow });
  const app = await createHttp({
    prefix,
    now,
    log,
    publicOrigins,
    trustedProxies,
    identify,
    ensureTrail,
    tenantState: tenants.stateOf,
    once: createOnce({ uow }),
    routes: [
      ...signInRoutes({ uow, passwords, signInLimits, sessionKey, smsKey, log }),
      ...proofRoutes({ uow, rates, tenants, sms, smsKey }),
      ...credentialRoutes({ uow, passwords, rates, smsKey }),
      ...accountRoutes({ uow, tenants, links }),
      ...qualificationRoutes({ uow, links }),
      ...tenantRoutes({ uow, tenants }),
      ...settingsRoutes({ uow }),
      ...fileRoutes({ uow, disk, links, rates, now }),
      ...clinical.routes,
      ...consult.routes,
    ],
    beside: [
      health({ db, log }),
      runtimeConfig(settings),
      fileHost({ folder: disk.folder, links, uow, now, fileBehind: (key) => fileBehind(db, key) }),
      documents({ prefix, browsable: demo }),
      policyReports({ prefix, log, now }),
      workstation({ folder: workstationFolder, prefix, elsewhere: host === '' ? [] : [host] }),
    ],
  });

  const gateway = createGateway({
    server: app.server,
    path: settings.socketPath,
    origins: publicOrigins,
    messages: consult.messages,
    bus,
    now,
    log,
    identify,
    uow,
    ensureTrail,
    tenantState: tenants.stateOf,
    ...more,
    expiryOf: (token) => expiryOf(db, token, now()),
    standing: (ids) => standing(db, ids, now()),
  });
  app.addHook('preClose', () => gateway.close());

  const forget = async () => {
    const at = now();
    await forgetOldSessions(db, at);
    await forgetOldTickets(db, at);
    await forgetOldAnswers(db, at);
    await forgetOldEvents(db, at);
    await rates.forgetOld();
  };
  const ownJobs = [
    { name: 'switched-off accounts are signed out', everyMs: 2_000, run: () => endBarredSessions({ db, uow, now }) },
    { name: 'unfinished uploads are removed', everyMs: 3_600_000, run: () => disk.sweep(now() - 86_400_000) },
    { name: 'files that nothing names are removed', everyMs: 3_600_000, run: () => removeStrays({ db, disk, now }) },
    { name: 'old proofs are forgotten', everyMs: 600_000, run: forget },
  ];
  const jobs = () => startJobs([...clinical.jobs, ...consult.jobs, ...ownJobs], log);

  return { app, bus, uow, identify, jobs };
}

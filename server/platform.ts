import { join } from 'node:path';
import { createBus } from './bus.ts';
import { clinicalSide } from './clinical.ts';
import { consultSide } from './consult.ts';
import { createEnsureTrail } from './ensureTrail.ts';
import { createDisk } from './files/disk.ts';
import { createLinks } from './files/links.ts';
import { documents } from './http/documents.ts';
import { fileHost } from './http/fileHost.ts';
import { health } from './http/health.ts';
import { createOnce, forgetOldAnswers } from './http/repeated.ts';
import { policyReports } from './http/reports.ts';
import { runtimeConfig } from './http/runtimeConfig.ts';
import { workstation } from './http/workstation.ts';
import { createHttp } from './http.ts';
import { createIdentities } from './identities.ts';
import { createGateway } from './im/gateway.ts';
import type { Pace } from './im/pace.ts';
import { startJobs } from './jobs.ts';
import { faultOf, type Log } from './log.ts';
import type { Passwords } from './passwords.ts';
import { accountRoutes } from './routes/account.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { fileRoutes } from './routes/files.ts';
import { proofRoutes } from './routes/proof.ts';
import { qualificationRoutes } from './routes/qualification.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signInRoutes } from './routes/signIn.ts';
import { tenantRoutes } from './routes/tenant.ts';
import type { Settings } from './settings.ts';
import { createSignInLimits } from './signInLimits.ts';
import { createSmsGateway } from './sms.ts';
import { forgetOldTickets } from './store/captchas.ts';
import type { Db } from './store/db.ts';
import { fileBehind } from './store/files.ts';
import { forgetOldEvents } from './store/outbox.ts';
import { createRates } from './store/rates.ts';
import { secretNamed } from './store/secrets.ts';
import { endBarredSessions, forgetOldSessions } from './store/sessions.ts';
import { expiryOf, standing } from './store/socketSessions.ts';
import { removeStrays } from './store/strayFiles.ts';
import { createTenants } from './store/tenants.ts';
import { createUnitOfWork } from './store/unitOfWork.ts';

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

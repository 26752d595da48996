import { join } from 'node:path';
import { limits } from '../contract/limits.ts';
import { createIdentities } from './accounts/identities.ts';
import { createPasswordFailures } from './accounts/passwordFailures.ts';
import type { Passwords } from './accounts/passwords.ts';
import { createSignInLimits } from './accounts/signInLimits.ts';
import { createSmsGateway } from './accounts/smsGateway.ts';
import { createWorkProofs } from './accounts/workProof.ts';
import type { Db } from './db/connection.ts';
import { createRates } from './db/rates.ts';
import { findOrCreateSecret } from './db/secrets.ts';
import { createUnitOfWork } from './db/unitOfWork.ts';
import { createBus } from './events/bus.ts';
import { createDisk } from './files/disk.ts';
import { createLinks } from './files/links.ts';
import { createTokenBucket, type TokenRate } from './im/tokenBucket.ts';
import { faultOf, type Log } from './log.ts';
import { createMessages } from './messages/messages.ts';
import { createPrescribing } from './prescriptions/prescribing.ts';
import { readRuleTables, readTable } from './seed/tables.ts';
import type { Settings } from './settings.ts';
import { createSignConfirmation } from './signatures/confirmations.ts';
import { createSigningKeys } from './signatures/keys.ts';
import { createSign } from './signatures/signatures.ts';
import { createTenants } from './tenants/tenants.ts';
import { createEnsureTrail } from './trail/ensureTrail.ts';

export type PlatformNeeds = {
  db: Db;
  passwords: Passwords;
  settings: Settings;
  now: () => number;
  log: Log;
  print: (line: string) => void;
  /** Replaces the limits on messages and socket events, for load tests. */
  rate?: TokenRate;
};

/** One person's messages: sixty at once, and twenty a second in the long run. */
const messageRate: TokenRate = { burst: limits.messageBurst, perSecond: limits.messagesPerSecond };

/** The parts that the domains and the transports share. */
export async function openParts({ db, settings, now, log, print, rate }: PlatformNeeds) {
  const bus = createBus((cause, { type }) => log.error('a listener failed', { type, ...faultOf(cause) }));
  const uow = createUnitOfWork({ db, bus, now });
  const links = createLinks({ secret: await findOrCreateSecret(db, 'file links'), host: settings.fileHost, now });
  const keyOf = links.localKeyOf;
  const rates = createRates(db, now);
  const messageBucket = createTokenBucket({ now, ...(rate ?? messageRate) });
  const ruleTables = readRuleTables();
  const generics = readTable('generics').rows;
  const failures = createPasswordFailures(db, now);
  const signingSecret = await findOrCreateSecret(db, 'signing keys');
  const keyOfSigner = createSigningKeys(signingSecret, log);
  const { smsWebhookUrl, demo } = settings;
  const sms = createSmsGateway({ webhookUrl: smsWebhookUrl, demo, print, warn: log.warn, now });
  return {
    bus,
    uow,
    links,
    keyOf,
    rates,
    ruleTables,
    generics,
    disk: createDisk(join(settings.dataDir, 'files')),
    identify: createIdentities({ db, bus, now }),
    tenants: createTenants(db, now),
    ensureTrail: createEnsureTrail({ uow }),
    signInLimits: createSignInLimits({ rates, failures, canSendCodes: () => !sms.isDown(), now }),
    failures,
    sms,
    sessionKey: await findOrCreateSecret(db, 'sessions'),
    smsKey: await findOrCreateSecret(db, 'codes'),
    workProofs: createWorkProofs(await findOrCreateSecret(db, 'work')),
    prescribing: createPrescribing(
      {
        uow,
        now,
        sign: createSign(keyOfSigner),
        signConfirmation: createSignConfirmation(keyOfSigner),
        renewLink: links.renew,
      },
      { tables: ruleTables, generics },
    ),
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

export type Parts = Awaited<ReturnType<typeof openParts>>;

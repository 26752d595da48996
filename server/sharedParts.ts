import { join } from 'node:path';
import { limits } from '../contract/limits.ts';
import { createIdentities } from './accounts/identities.ts';
import { createPasswordFailures } from './accounts/passwordFailures.ts';
import type { Passwords } from './accounts/passwords.ts';
import { createPuzzleCost } from './accounts/puzzleCost.ts';
import { createSignInLimits } from './accounts/signInLimits.ts';
import { createSmsGateway } from './accounts/smsGateway.ts';
import { createWorkProofs } from './accounts/workProof.ts';
import { readGenerics } from './clinicalTables/medicineFacts.ts';
import { readRuleTables } from './clinicalTables/tables.ts';
import type { Cluster } from './cluster/cluster.ts';
import { createSharedState } from './cluster/sharedState.ts';
import { createWriteCheck } from './db/checks.ts';
import { type Database, platformWide } from './db/connection.ts';
import { createRates } from './db/rates.ts';
import { findOrCreateSecret } from './db/secrets.ts';
import { createUnitOfWork } from './db/unitOfWork.ts';
import { createBus } from './events/bus.ts';
import { handOver, receiveEvents } from './events/otherProcesses.ts';
import { createFileStore } from './files/fileStore.ts';
import { createLinks } from './files/links.ts';
import { openStorage } from './files/storage.ts';
import { createHospitals } from './hospitals/hospitals.ts';
import { createProxies } from './http/proxies.ts';
import { createRateLimits } from './http/rateLimits.ts';
import { createSharedBuckets } from './limits/sharedBuckets.ts';
import { createTokenBuckets, type TokenRate } from './limits/tokenBuckets.ts';
import { faultOf, type Log } from './log.ts';
import { createMessages } from './messages/messages.ts';
import type { Observation } from './observe/observation.ts';
import { createNameOf } from './patients/factNames.ts';
import { createPrescribing } from './prescriptions/prescribing.ts';
import type { Settings } from './settings.ts';
import { createSignConfirmation } from './signatures/confirmations.ts';
import { createSigningKeys } from './signatures/keys.ts';
import { createSign } from './signatures/signatures.ts';
import { createSignerOf } from './signatures/signer.ts';
import { createEnsureTrail } from './trail/ensureTrail.ts';
import { createSealer } from './trail/seal.ts';
import { openSealKeys } from './trail/sealKeys.ts';

export type PlatformNeeds = {
  db: Database;
  passwords: Passwords;
  settings: Settings;
  now: () => number;
  log: Log;
  print: (line: string) => void;
  /** What this process measures; one of its own if absent. */
  observation?: Observation;
  /** Connects this process with the others on the same database; null for one that is alone. */
  cluster?: Cluster | null;
  /** Whether this process is the one of its cluster that runs the jobs. */
  leads?: () => boolean;
  /** The folder of the built workstation; that of the installation if absent. */
  workstation?: string;
  /** Replaces the limits on messages and socket events, for load tests. */
  rate?: TokenRate;
};

/** One person's messages: sixty at once, and twenty a second in the long run. */
const messageRate: TokenRate = { burst: limits.messageBurst, perSecond: limits.messagesPerSecond };

/** The parts that the domains and the transports share. */
export async function openParts(
  { db, settings, now, log, print, rate, cluster = null }: PlatformNeeds,
  { metrics }: Observation,
) {
  const link = cluster?.link ?? null;
  const storing = createWriteCheck(db);
  const bus = createBus(
    (cause, { type }) => log.error('a listener failed', { type, ...faultOf(cause) }),
    (event) => link && handOver(link, event),
  );
  if (link) receiveEvents(link, bus.deliver);
  bus.subscribe(({ type, at }) => metrics.event(type, (now() - at) / 1_000));
  const uow = createUnitOfWork({ db, bus, now });
  const links = createLinks({ secret: await findOrCreateSecret(db, 'file links'), host: settings.fileHost, now });
  const signerOf = createSignerOf(links.unsigned);
  const keyOf = links.localKeyOf;
  const filesFolder = join(settings.dataDir, 'files');
  const incoming = join(filesFolder, 'incoming');
  const storage = await openStorage(filesFolder, incoming, settings.s3Url, now);
  const rates = createRates(db, now);
  const puzzleCost = createPuzzleCost(rates);
  const onFault = (cause: unknown) => log.error('shared facts failed', faultOf(cause));
  const own = createTokenBuckets(now);
  const takeTokens = cluster === null ? own : createSharedBuckets({ store: cluster.buckets, own, warn: log.warn });
  const ruleTables = readRuleTables();
  const generics = [...readGenerics().values()];
  const nameOf = createNameOf({ ruleTables, generics });
  const failures = createPasswordFailures(db, now);
  const signingSecret = await findOrCreateSecret(db, 'signing keys');
  const keyOfSigner = createSigningKeys(signingSecret, log);
  const { smsWebhookUrl, demo } = settings;
  const sms = createSmsGateway({ webhookUrl: smsWebhookUrl, demo, print, warn: log.warn, now });
  return {
    bus,
    storing,
    cluster: {
      link,
      state: createSharedState(cluster === null ? null : { link: cluster.link, store: cluster.facts, onFault }),
    },
    uow,
    links,
    keyOf,
    rates,
    ruleTables,
    nameOf,
    fileStore: createFileStore(storage, incoming),
    // Load tests replace the limits on messages, and go without these.
    rateLimits: createRateLimits({
      takeTokens,
      factor: rate === undefined ? settings.limitFactor : 0,
    }),
    proxies: createProxies({ trusted: settings.trustedProxies, publicOrigins: settings.publicOrigins }),
    generics,
    identify: createIdentities({ db, bus, now }),
    hospitals: createHospitals(db, now),
    ensureTrail: createEnsureTrail({ uow }),
    puzzleCost,
    signInLimits: createSignInLimits({ rates, failures, puzzleCost, canSendCodes: () => !sms.isDown(), now }),
    failures,
    sms,
    seal: createSealer({ db: platformWide(db), keys: await openSealKeys(db, settings.trailKeys), now, log }),
    sessionKey: await findOrCreateSecret(db, 'sessions'),
    passwordSecret: await findOrCreateSecret(db, 'one-time passwords'),
    smsKey: await findOrCreateSecret(db, 'codes'),
    workProofs: createWorkProofs(await findOrCreateSecret(db, 'work')),
    prescribing: createPrescribing(
      {
        uow,
        now,
        sign: createSign(keyOfSigner, signerOf),
        signConfirmation: createSignConfirmation(keyOfSigner, signerOf),
        signerOf,
        nameOf,
        renewLink: links.renew,
      },
      {
        tables: ruleTables,
        generics,
        onFault: ({ ruleCode, error }) => log.error('a safety check failed', { ruleCode, ...faultOf(error) }),
      },
    ),
    messages: createMessages({
      db,
      uow,
      bus,
      now,
      keyOf,
      links,
      onBatch: metrics.batch,
      onUnstored: storing.doubt,
      waitFor: ({ hospitalId, type, id }) =>
        takeTokens({ uses: [{ key: `messages ${hospitalId}/${type}/${id}`, rate: rate ?? messageRate }], cost: 1 }),
    }),
  };
}

export type Parts = Awaited<ReturnType<typeof openParts>>;

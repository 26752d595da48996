import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connection.ts';
import type { Rates } from '../db/rates.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Tenants } from '../tenants/tenants.ts';
import { removeExpiredTickets } from './captchaTickets.ts';
import { certificateReviewRoutes } from './certificateReviews.ts';
import { credentialRoutes } from './credentialRoutes.ts';
import { dutyRoutes } from './duty.ts';
import { removeOldDevices } from './knownDevices.ts';
import type { Passwords } from './passwords.ts';
import { profileRoutes } from './profileRoutes.ts';
import { proofRoutes } from './proofRoutes.ts';
import type { PuzzleCost } from './puzzleCost.ts';
import { qualificationRoutes } from './qualificationRoutes.ts';
import { sessionRoutes } from './sessionRoutes.ts';
import { endDisabledSessions, removeExpiredSessions } from './sessions.ts';
import { settingsRoutes } from './settingsRoutes.ts';
import type { SignInLimits } from './signInLimits.ts';
import { signInRoutes } from './signInRoutes.ts';
import type { SmsGateway } from './smsGateway.ts';

type Needs = {
  uow: UnitOfWork;
  passwords: Passwords;
  rates: Rates;
  tenants: Tenants;
  links: Links;
  sms: SmsGateway;
  signInLimits: SignInLimits;
  puzzleCost: PuzzleCost;
  sessionKey: string;
  smsKey: string;
  log: Log;
};

/** Sign-in of staff, their credentials, profile, qualification and settings. */
export async function accountsPlugin(app: FastifyInstance, needs: Needs): Promise<void> {
  app.addOperations(signInRoutes(needs));
  app.addOperations(proofRoutes(needs));
  app.addOperations(credentialRoutes(needs));
  app.addOperations(profileRoutes(needs));
  app.addOperations(dutyRoutes(needs));
  app.addOperations(qualificationRoutes(needs));
  app.addOperations(certificateReviewRoutes(needs));
  app.addOperations(settingsRoutes(needs));
  app.addOperations(sessionRoutes(needs));
}

/** Periodic jobs of sessions. */
export const accountJobs = (needs: { db: Database; uow: UnitOfWork; now: () => number }): Job[] => [
  { name: 'end sessions of disabled accounts', everyMs: 2_000, run: () => endDisabledSessions(needs) },
  {
    name: 'remove expired sessions, tickets and devices',
    everyMs: 600_000,
    async run() {
      await removeExpiredSessions(needs.db, needs.now());
      await removeExpiredTickets(needs.db, needs.now());
      await removeOldDevices(needs.db, needs.now());
    },
  },
];

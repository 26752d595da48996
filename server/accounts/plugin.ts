import type { FastifyInstance } from 'fastify';
import * as certificates from '../../contract/extension/certificates.ts';
import * as duty from '../../contract/extension/duty.ts';
import { requestIdentity } from '../../contract/extension/identity.ts';
import { getAwayMessage, putAwayMessage } from '../../contract/extension/serviceSetup.ts';
import * as sessions from '../../contract/extension/sessions.ts';
import { getUiSetting, putUiSetting } from '../../contract/extension/settings.ts';
import * as account from '../../contract/http/account.ts';
import * as auth from '../../contract/http/auth.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { removeExpiredTickets } from './captchaTickets.ts';
import { decideOnCertificates, listCertificates } from './certificateReviews.ts';
import { type CredentialNeeds, createCredentials } from './credentials.ts';
import { readAwayMessage, readDuty, storeAwayMessage, storeDuty } from './duty.ts';
import { removeOldDevices } from './knownDevices.ts';
import { askIdentity, type ProfileNeeds, readProfile, readWhoami, updateProfile } from './profile.ts';
import { createProofs, type ProofNeeds } from './proofs.ts';
import { endOtherSessions, endSession, listSessions, listSignIns } from './sessionCalls.ts';
import { endDisabledSessions, removeExpiredSessions } from './sessions.ts';
import { createSignIn, type SignInNeeds } from './signIn.ts';
import { createQualification, type LinkNeeds, readQualification, updateQualification } from './submitQualification.ts';
import { readUiSetting, storeUiSetting } from './uiSettings.ts';

type Needs = SignInNeeds & ProofNeeds & CredentialNeeds & ProfileNeeds & LinkNeeds;

/** Sign-in of staff, their credentials, profile, qualification and settings. */
export async function accountsPlugin(app: FastifyInstance, needs: Needs): Promise<void> {
  const signIn = createSignIn(needs);
  const proofs = createProofs(needs);
  const credentials = createCredentials(needs);
  app.addOperations([
    route(auth.login)(signIn.byPassword),
    route(auth.smsLogin)(signIn.byCode),
    route(auth.refreshToken)(signIn.renew),
    route(auth.logout)(signIn.signOut),
    route(auth.getCaptcha)(proofs.drawPuzzle),
    route(auth.checkCaptcha)(proofs.checkPuzzle),
    route(auth.sendSmsCode)(proofs.sendCode),
    route(auth.validateSmsCode)(proofs.checkSentCode),
    route(auth.updatePassword)(credentials.updatePassword),
    route(account.checkMobileCode)(credentials.checkMobileCode),
    route(account.resetMobile)(credentials.resetMobile),
  ]);

  app.addOperations([
    route(getDoctorInfo)(readWhoami(needs)),
    route(account.getInfo)(readProfile(needs)),
    route(account.updateInfo)(updateProfile(needs)),
    route(requestIdentity)(askIdentity),
    route(account.createQualification)(createQualification(needs)),
    route(account.updateQualification)(updateQualification(needs)),
    route(account.getQualification)(readQualification(needs)),
    route(certificates.listCertificateReviews)(listCertificates(needs)),
    route(certificates.decideCertificates)(decideOnCertificates),
  ]);

  app.addOperations([
    route(duty.getDuty)(readDuty),
    route(duty.setDuty)(storeDuty),
    route(getAwayMessage)(readAwayMessage),
    route(putAwayMessage)(storeAwayMessage),
    route(getUiSetting)(readUiSetting),
    route(putUiSetting)(storeUiSetting),
    route(sessions.listSessions)(listSessions),
    route(sessions.recentSignIns)(listSignIns),
    route(sessions.endSession)(endSession),
    route(sessions.endOtherSessions)(endOtherSessions),
  ]);
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

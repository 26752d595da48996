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
import { changeMobile, type MobileNeeds, proveMobile } from './changeMobile.ts';
import { type CredentialNeeds, changePassword } from './changePassword.ts';
import { readAwayMessage, readDuty, storeAwayMessage, storeDuty } from './duty.ts';
import { shortenGivenPasswords } from './givenPassword.ts';
import { removeOldDevices } from './knownDevices.ts';
import { askIdentity, type ProfileNeeds, readProfile, readWhoami, updateProfile } from './profile.ts';
import { checkPuzzle, checkSentCode, offerPuzzle, type ProofNeeds, sendCode } from './proofs.ts';
import { endOtherSessions, endSession, listSessions, listSignIns } from './sessionCalls.ts';
import { endDisabledSessions, removeExpiredSessions, shortenSessions } from './sessions.ts';
import { type SignInNeeds, signInByCode, signInByPassword } from './signIn.ts';
import { createQualification, type LinkNeeds, readQualification, updateQualification } from './submitQualification.ts';
import { renewTokens, signOut, type TokenNeeds } from './tokenCalls.ts';
import { readUiSetting, storeUiSetting } from './uiSettings.ts';

type Needs = SignInNeeds & TokenNeeds & ProofNeeds & CredentialNeeds & MobileNeeds & ProfileNeeds & LinkNeeds;

/** Sign-in of staff, their credentials, profile, qualification and settings. */
export async function accountsPlugin(app: FastifyInstance, needs: Needs): Promise<void> {
  app.addOperations([
    route(auth.login)(signInByPassword(needs)),
    route(auth.smsLogin)(signInByCode(needs)),
    route(auth.refreshToken)(renewTokens(needs)),
    route(auth.logout)(signOut),
    route(auth.getCaptcha)(offerPuzzle(needs)),
    route(auth.checkCaptcha)(checkPuzzle(needs)),
    route(auth.sendSmsCode)(sendCode(needs)),
    route(auth.validateSmsCode)(checkSentCode(needs)),
    route(auth.updatePassword)(changePassword(needs)),
    route(account.checkMobileCode)(proveMobile(needs)),
    route(account.resetMobile)(changeMobile(needs)),
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
      await shortenSessions(needs.db, needs.now());
      await shortenGivenPasswords(needs.db, needs.now());
      await removeExpiredSessions(needs.db, needs.now());
      await removeExpiredTickets(needs.db, needs.now());
      await removeOldDevices(needs.db, needs.now());
    },
  },
];

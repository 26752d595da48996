import type { catalogue } from '../../contract/catalogue.ts';
import type { TokenRate } from '../limits/tokenBuckets.ts';

/**
 * How often a class of calls may be made, by one account, from one network while nobody is signed in, and by one hospital.
 * Signed-in people are never counted by their network, so that one person cannot stop a ward behind a shared address.
 */
export type RateLimitClass = { account: TokenRate | null; network: TokenRate | null; hospital: TokenRate | null };

const rate = (burst: number, perSecond: number): TokenRate => ({ burst, perSecond });

/**
 * The classes of limits, which bound the load. Guesses (wrong passwords and codes, SMS, puzzles) have further limits in
 * `signInLimits.ts`, `smsCodes.ts` and `proofs.ts`, counted in the database for all processes. Constants
 * (`/config.json`, the build), `/healthz`, `/readyz` and `/metrics` have no limits; events of a socket are limited in
 * `server/im/eventHandler.ts`.
 */
export const rateLimitClasses = {
  /** A morning shift signs in behind one address: 600 people at once. */
  signIn: { account: rate(60, 1), network: rate(600, 10), hospital: rate(3_000, 50) },
  renewal: { account: rate(60, 1), network: rate(1_200, 20), hospital: rate(6_000, 200) },
  sms: { account: rate(20, 0.2), network: rate(120, 1), hospital: rate(600, 5) },
  captcha: { account: rate(60, 1), network: rate(240, 4), hospital: rate(1_200, 20) },
  publicRead: { account: rate(120, 5), network: rate(1_200, 20), hospital: null },
  read: { account: rate(300, 20), network: null, hospital: rate(20_000, 1_000) },
  search: { account: rate(60, 5), network: null, hospital: rate(2_000, 100) },
  history: { account: rate(300, 20), network: null, hospital: rate(20_000, 1_000) },
  report: { account: rate(40, 1), network: null, hospital: rate(400, 10) },
  write: { account: rate(200, 10), network: null, hospital: rate(10_000, 500) },
  message: { account: rate(200, 20), network: null, hospital: rate(20_000, 1_000) },
  upload: { account: rate(1_500, 25), network: null, hospital: rate(15_000, 250) },
  admin: { account: rate(120, 5), network: null, hospital: rate(600, 20) },
  /** A connection of the socket; 30 at once for each person besides. */
  socketConnect: { account: rate(60, 1), network: null, hospital: rate(20_000, 1_000) },
  /** Handshakes of sockets that fail: limited before the token is looked up, and as wide as refused calls. */
  failedHandshake: { account: null, network: rate(1_200, 20), hospital: null },
  /** Files under signed links. The caller is unknown, so the network is limited: wide enough for a ward that opens its chats. */
  download: { account: null, network: rate(3_000, 50), hospital: null },
  /** Calls that are refused before they begin: without a valid token, or without the right to make them. */
  refused: { account: rate(120, 1), network: rate(1_200, 20), hospital: null },
  /** Reports of browsers about the content policy. */
  clientReport: { account: null, network: rate(120, 1), hospital: null },
} as const satisfies Record<string, RateLimitClass>;

export type RateLimitClassName = keyof typeof rateLimitClasses;

const all = <const Names extends readonly string[], Name extends RateLimitClassName>(limitClass: Name, names: Names) =>
  Object.fromEntries(names.map((name) => [name, limitClass])) as Record<Names[number], Name>;

/** The class of every call. A call without one does not compile. */
export const classOfCall: Readonly<Record<keyof typeof catalogue, RateLimitClassName>> = {
  ...all('signIn', [
    ...['login', 'smsLogin', 'patientLogin', 'updatePassword', 'validateSmsCode', 'checkMobileCode', 'resetMobile'],
    'unlockSigning',
  ] as const),
  ...all('renewal', ['refreshToken', 'logout'] as const),
  ...all('sms', ['sendSmsCode'] as const),
  ...all('captcha', ['getCaptcha', 'checkCaptcha'] as const),
  ...all('publicRead', ['getTenantByWebsite', 'getAreaTree', 'getDictByType', 'verifyPrescription'] as const),
  ...all('search', [
    ...['pageStaff', 'pageHospitals', 'pageMedicines', 'pageDiagnoses', 'searchTrail', 'findTrailPatients'],
    ...['pageDiseases', 'searchDrugs', 'searchAllergens', 'searchGenerics', 'awaitList', 'pageOrders'],
    ...['listPrescriptions', 'pageAudit', 'screenDrugs', 'checkPrescription'],
  ] as const),
  ...all('history', [
    ...['getPersonalHistory', 'medicalRecordList', 'electronicMedicalRecords', 'prescriptionHistory'],
    ...['prescriptionVersions', 'queryImMessages', 'pullMessages', 'pullAudit', 'myAuditRecord', 'recentSignIns'],
  ] as const),
  ...all('report', ['reviewStatistics', 'alertsByRule', 'workTrend', 'dueWork'] as const),
  ...all('message', ['sendMessage', 'readMessages', 'pushMessage'] as const),
  ...all('upload', ['uploadFile', 'uploadPart', 'uploadProgress', 'cancelUpload', 'signFile'] as const),
  ...all('admin', [
    ...[
      'listIdentityRequests',
      'decideIdentity',
      'listCertificateReviews',
      'decideCertificates',
      'expiringCertificates',
      'createStaff',
      'updateStaff',
    ],
    ...['setStaffDisabled', 'resetStaffPassword', 'unlockStaff', 'endStaffSessions', 'createDepartment'],
    ...['updateDepartment', 'retireDepartment', 'arrangeDepartments', 'updateHospital', 'saveMedicine'],
    ...['retireMedicine', 'correctStock', 'saveDiagnosis', 'retireDiagnosis', 'saveDictEntry', 'arrangeDictionary'],
    ...['retireDictEntry', 'putRuleSettings', 'checkImport', 'applyImport', 'exportCatalogue'],
    ...['endStaffSession', 'addHospitalHost', 'removeHospitalHost', 'createHospital', 'setHospitalDisabled'],
    ...['setHospitalLicence', 'addHostOfHospital', 'removeHostOfHospital', 'createHospitalAdministrator'],
  ] as const),
  ...all('read', [
    ...['listDepartments', 'getHospital', 'getMedicine', 'medicineChoices', 'listDictionaries', 'getRuleSettings'],
    ...['ruleSettingHistory', 'liveOperations', 'staffSessions', 'getPlatformHospital'],
    ...['getIcons', 'getDoctorInfo', 'getInfo', 'getQualification', 'orderDetail', 'getOrderNum'],
    ...['getConsultConfigs', 'getQuickReplies', 'getCase', 'getPrescription', 'getPrescriptionNum', 'getImConfig'],
    ...['listWarehouses', 'getDrugInventory', 'findDrugInventory', 'findDoctorDiseases', 'countOwnOrders'],
    ...['countOwnPrescriptions', 'auditContext', 'listReviewQuestions', 'openReviewQuestions', 'listNotices'],
    ...['getDuty', 'getSchedule', 'getPlan', 'listTeam', 'patientDoctorHours', 'listSessions', 'getAwayMessage'],
    ...['patientDoctors', 'patientOrders', 'getPatientFacts', 'listTemplates', 'getTemplate', 'listFavouriteDrugs'],
    'getUiSetting',
  ] as const),
  ...all('write', [
    ...[
      'updateInfo',
      'requestIdentity',
      'createQualification',
      'updateQualification',
      'updateConsultConfig',
      'createQuickReply',
    ],
    ...['deleteQuickReply', 'updateQuickReply', 'arrangeQuickReplies', 'importQuickReplies', 'createDoctorDisease'],
    ...['deleteDoctorDisease', 'saveCase', 'addCaseAddendum', 'createPrescription', 'editPrescription'],
    ...[
      'cancelPrescription',
      'acceptOrder',
      'refuseOrder',
      'finishOrder',
      'setNoAnswer',
      'savePatientFacts',
      'saveTemplate',
    ],
    ...['deleteTemplate', 'noteTemplateUse', 'setFavouriteDrug', 'putUiSetting', 'claimAudit', 'renewAudit'],
    ...['releaseAudit', 'approveAudit', 'rejectAudit', 'undoDecision', 'saveReviewDraft', 'askReviewQuestion'],
    ...['answerReviewQuestion', 'setDuty', 'putSchedule', 'planDays', 'copyWeek', 'addLeave', 'endLeave'],
    ...['endSession', 'endOtherSessions', 'putAwayMessage', 'patientCreateOrder', 'patientCancelOrder'],
    ...['patientDisputeOrder', 'patientRateOrder'],
  ] as const),
};

import type * as z from 'zod/mini';
import type { catalogue } from '../../contract/catalogue.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { AckOf, ClientEventName, clientEvents, ServerEvents } from '../../contract/socket.ts';
import type { Entity, TrailEntry } from './trail.ts';

/** The ids in a request: those it was given, and those it was refused. */
export type Named = { given: readonly string[]; refused: readonly string[] };

/** No row, unless it is refused to somebody without the right or with a wrong proof: that is a row about `entity`. */
type Nothing = { leaves: 'nothing'; because: string; entity: Entity };

/** A row for `each` request, or one a day (`daily`) for the same person and entity. */
type Row<Input, Reply> = Pick<TrailEntry, 'action' | 'entity'> & {
  leaves: 'each' | 'daily';
  /** The entity that a request names itself; `entity` is that of a request whose input is unknown. */
  entityOf?: (input: Input) => Entity;
  /** Refusals by a limit leave a row as well, because they may be guesses. */
  notesLimits?: true;
  /** The ids of the entities read or changed; none for lists. */
  of?: (input: Input, reply: Reply | null) => string | null | undefined | Named;
  /** The patients whom a polled list shows: it leaves a row whenever it shows some for the first time that day. */
  shows?: (reply: Reply) => readonly string[];
};

export type TrailRule<Input = never, Reply = never> = Nothing | Row<Input, Reply>;

const nothing = (because: string, entity: Entity = 'hospital'): Nothing => ({ leaves: 'nothing', because, entity });
const proof = nothing('a proof alone gives no access; the sign-in or change that uses it leaves a row', 'session');
const terms = nothing('lists of terms, drugs, places and doctors name no patient');
const own = nothing("a member of staff's own data and settings name no patient", 'staff');
const certificates = { entity: 'qualification', leaves: 'each' } as const;
const plans = nothing('working hours and duty of staff name no patient', 'staff');
const counts = nothing('numbers name no patient');
const hint = nothing('it only announces a change; the change left a row, and reading it leaves another');

const session = { entity: 'session', leaves: 'each', notesLimits: true } as const;
const employee = { entity: 'staff', leaves: 'each' } as const;
/** The row in the operator's own hospital; the changed hospital gets one in the transaction of the change. */
const hospitalOfPlatform = { entity: 'hospital', leaves: 'each' } as const;
/** The entity of each kind of imported file. */
export const catalogueEntities = { medicines: 'medicine', diagnoses: 'diagnosis' } as const;
const office = nothing('lists of hospitals, staff, departments and certificates name no patient', 'staff');
const byId = ({ id }: { id: string | null }) => id;
const byMade = (_: unknown, made: { id: string | number } | null) => made && String(made.id);
const byNumber = ({ id }: { id: number }) => String(id);
const byConversation = ({ conversationId }: { conversationId: string }) => conversationId;
const byUpload = ({ uploadId }: { uploadId: string }) => uploadId;

const splitRefused = (requested: readonly string[], refused: readonly string[]): Named => ({
  given: requested.filter((id) => !refused.includes(id)),
  refused,
});

type Calls = typeof catalogue;

/**
 * What each call leaves on the trail of patient data. Handlers may append more exact rows, and writes of patient data
 * append theirs in their own transaction; for every other request the server appends the row of this table.
 */
export const callRules = {
  login: { ...session, action: 'create' },
  smsLogin: { ...session, action: 'create' },
  patientLogin: { ...session, action: 'create' },
  logout: { ...session, action: 'cancel' },
  updatePassword: { ...employee, notesLimits: true, action: 'update' },
  resetMobile: { ...employee, notesLimits: true, action: 'update' },
  endSession: { ...session, action: 'cancel', of: byId },
  endOtherSessions: { ...session, action: 'cancel' },
  endStaffSession: { ...session, action: 'cancel', of: byId },
  listSessions: own,
  recentSignIns: own,
  refreshToken: nothing('it continues a sign-in that left a row; a stolen token leaves a row of its own'),
  sendSmsCode: proof,
  validateSmsCode: proof,
  checkMobileCode: proof,
  getCaptcha: proof,
  checkCaptcha: proof,
  getIcons: terms,
  getDictByType: terms,
  getAreaTree: terms,
  getTenantByWebsite: terms,
  getImConfig: terms,
  getDoctorInfo: own,
  getInfo: own,
  updateInfo: own,
  createQualification: own,
  updateQualification: own,
  getQualification: own,
  requestIdentity: nothing('a request that changes something leaves a row with it', 'staff'),
  listIdentityRequests: office,
  decideIdentity: { ...employee, action: 'update' },
  listCertificateReviews: { ...certificates, action: 'list' },
  decideCertificates: { ...certificates, action: 'update', of: byId },
  searchAllergens: terms,
  searchGenerics: terms,
  getConsultConfigs: own,
  updateConsultConfig: own,
  getQuickReplies: own,
  createQuickReply: own,
  updateQuickReply: own,
  arrangeQuickReplies: own,
  importQuickReplies: own,
  getAwayMessage: own,
  putAwayMessage: own,
  deleteQuickReply: own,
  listTemplates: own,
  getTemplate: own,
  saveTemplate: own,
  deleteTemplate: own,
  noteTemplateUse: own,
  listFavouriteDrugs: own,
  setFavouriteDrug: own,
  getUiSetting: own,
  putUiSetting: own,
  listNotices: nothing('notices of the hospital to its staff name no patient'),
  workTrend: counts,
  liveOperations: counts,
  staffSessions: nothing('sessions of staff name no patient'),
  searchTrail: { action: 'list', entity: 'trailSearch', leaves: 'each' },
  findTrailPatients: { action: 'list', entity: 'patient', leaves: 'each' },
  dueWork: { action: 'list', entity: 'order', leaves: 'each' },
  getDuty: own,
  setDuty: own,
  getSchedule: plans,
  putSchedule: plans,
  getPlan: plans,
  planDays: plans,
  copyWeek: plans,
  addLeave: plans,
  endLeave: plans,
  listTeam: plans,
  patientDoctorHours: plans,
  pageDiseases: terms,
  createDoctorDisease: own,
  findDoctorDiseases: own,
  deleteDoctorDisease: own,
  listWarehouses: terms,
  searchDrugs: terms,
  getDrugInventory: terms,
  findDrugInventory: terms,
  getOrderNum: counts,
  getPrescriptionNum: counts,
  countOwnOrders: counts,
  countOwnPrescriptions: counts,
  awaitList: {
    action: 'list',
    entity: 'order',
    leaves: 'daily',
    shows: (reply) => (Array.isArray(reply) ? reply : reply.list).map(({ patient }) => String(patient.id)),
  },
  pageOrders: { action: 'list', entity: 'order', leaves: 'each' },
  orderDetail: { action: 'read', entity: 'order', leaves: 'each', of: ({ id }) => id },
  acceptOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  refuseOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  finishOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  setNoAnswer: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  pushMessage: { action: 'update', entity: 'order', leaves: 'each', of: ({ orderId }) => orderId },
  getPersonalHistory: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  medicalRecordList: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  electronicMedicalRecords: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  getPatientFacts: { action: 'read', entity: 'order', leaves: 'each', of: ({ orderId }) => orderId },
  savePatientFacts: { action: 'update', entity: 'patient', leaves: 'each' },
  saveCase: { action: 'update', entity: 'record', leaves: 'each', of: ({ id }) => id },
  getCase: { action: 'read', entity: 'record', leaves: 'each', of: ({ id }) => id },
  unlockSigning: { ...session, action: 'update' },
  verifyPrescription: nothing('a printed code answers only whether the prescription is in force'),
  addCaseAddendum: { action: 'update', entity: 'record', leaves: 'each' },
  createPrescription: { action: 'create', entity: 'prescription', leaves: 'each', of: byMade },
  editPrescription: { action: 'update', entity: 'prescription', leaves: 'each', of: byId },
  cancelPrescription: { action: 'cancel', entity: 'prescription', leaves: 'each', of: byId },
  screenDrugs: { action: 'read', entity: 'order', leaves: 'daily', of: ({ orderId }) => orderId },
  checkPrescription: { action: 'read', entity: 'order', leaves: 'daily', of: ({ orderId }) => orderId },
  listPrescriptions: { action: 'list', entity: 'prescription', leaves: 'each' },
  getPrescription: { action: 'read', entity: 'prescription', leaves: 'each', of: byId },
  prescriptionVersions: { action: 'read', entity: 'prescription', leaves: 'each', of: byId },
  prescriptionHistory: { action: 'list', entity: 'prescription', leaves: 'each' },
  pageAudit: { action: 'list', entity: 'review', leaves: 'each' },
  pullAudit: { action: 'list', entity: 'review', leaves: 'each' },
  alertsByRule: counts,
  reviewStatistics: counts,
  myAuditRecord: { action: 'list', entity: 'review', leaves: 'each' },
  auditContext: { action: 'read', entity: 'review', leaves: 'each', of: byId },
  claimAudit: { action: 'claim', entity: 'review', leaves: 'each', of: byId },
  renewAudit: { action: 'claim', entity: 'review', leaves: 'daily', of: byId },
  releaseAudit: { action: 'release', entity: 'review', leaves: 'each', of: byId },
  approveAudit: { action: 'approve', entity: 'review', leaves: 'each', of: byId },
  undoDecision: { action: 'cancel', entity: 'review', leaves: 'each', of: byId },
  saveReviewDraft: { action: 'update', entity: 'review', leaves: 'daily', of: byId },
  askReviewQuestion: { action: 'update', entity: 'review', leaves: 'each', of: byId },
  answerReviewQuestion: { action: 'update', entity: 'review', leaves: 'each' },
  listReviewQuestions: { action: 'read', entity: 'review', leaves: 'each', of: byId },
  openReviewQuestions: { action: 'list', entity: 'review', leaves: 'daily' },
  rejectAudit: { action: 'reject', entity: 'review', leaves: 'each', of: byId },
  queryImMessages: { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  pullMessages: {
    action: 'read',
    entity: 'conversation',
    leaves: 'daily',
    of: ({ cursors }, pulled) => {
      const requested = Object.keys(cursors);
      return splitRefused(
        requested,
        pulled === null ? requested : requested.filter((id) => !Object.hasOwn(pulled.heads, id)),
      );
    },
  },
  readMessages: { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  sendMessage: { action: 'update', entity: 'conversation', leaves: 'daily', of: byConversation },
  uploadFile: { action: 'create', entity: 'file', leaves: 'each' },
  uploadPart: { action: 'create', entity: 'file', leaves: 'daily', of: byUpload },
  uploadProgress: { action: 'read', entity: 'file', leaves: 'daily', of: byUpload },
  cancelUpload: { action: 'cancel', entity: 'file', leaves: 'each', of: byUpload },
  signFile: { action: 'read', entity: 'file', leaves: 'each' },
  pageStaff: office,
  createStaff: { ...employee, action: 'create', of: byMade },
  updateStaff: { ...employee, action: 'update', of: byId },
  setStaffDisabled: { ...employee, action: 'update', of: byId },
  resetStaffPassword: { ...employee, action: 'update', of: byId },
  unlockStaff: { ...employee, action: 'update', of: byId },
  endStaffSessions: { ...employee, action: 'update', of: byId },
  expiringCertificates: office,
  listDepartments: office,
  createDepartment: { action: 'create', entity: 'department', leaves: 'each', of: byMade },
  updateDepartment: { action: 'update', entity: 'department', leaves: 'each', of: byNumber },
  retireDepartment: { action: 'update', entity: 'department', leaves: 'each', of: byNumber },
  arrangeDepartments: { action: 'update', entity: 'department', leaves: 'each' },
  getHospital: office,
  updateHospital: { action: 'update', entity: 'hospital', leaves: 'each' },
  addHospitalHost: { action: 'update', entity: 'hospital', leaves: 'each' },
  removeHospitalHost: { action: 'update', entity: 'hospital', leaves: 'each' },
  pageHospitals: office,
  getPlatformHospital: office,
  createHospital: { ...hospitalOfPlatform, action: 'create', of: byMade },
  setHospitalDisabled: { ...hospitalOfPlatform, action: 'update', of: byId },
  setHospitalLicence: { ...hospitalOfPlatform, action: 'update', of: byId },
  addHostOfHospital: { ...hospitalOfPlatform, action: 'update', of: byId },
  removeHostOfHospital: { ...hospitalOfPlatform, action: 'update', of: byId },
  createHospitalAdministrator: { ...hospitalOfPlatform, action: 'update', of: byId },
  pageMedicines: terms,
  getMedicine: terms,
  medicineChoices: terms,
  pageDiagnoses: terms,
  listDictionaries: terms,
  exportCatalogue: terms,
  getRuleSettings: terms,
  ruleSettingHistory: terms,
  saveMedicine: { action: 'update', entity: 'medicine', leaves: 'each', of: byId },
  retireMedicine: { action: 'update', entity: 'medicine', leaves: 'each', of: byId },
  correctStock: { action: 'update', entity: 'medicine', leaves: 'each', of: byId },
  saveDiagnosis: { action: 'update', entity: 'diagnosis', leaves: 'each', of: byId },
  retireDiagnosis: { action: 'update', entity: 'diagnosis', leaves: 'each', of: byId },
  saveDictEntry: { action: 'update', entity: 'dictionary', leaves: 'each', of: byId },
  arrangeDictionary: { action: 'update', entity: 'dictionary', leaves: 'each' },
  retireDictEntry: { action: 'update', entity: 'dictionary', leaves: 'each', of: byId },
  putRuleSettings: { action: 'update', entity: 'ruleSettings', leaves: 'each' },
  checkImport: {
    action: 'read',
    entity: 'catalogue',
    leaves: 'each',
    entityOf: ({ kind }) => catalogueEntities[kind],
  },
  applyImport: { action: 'update', entity: 'catalogue', leaves: 'each' },
  patientCreateOrder: { action: 'create', entity: 'order', leaves: 'each', of: byMade },
  patientDoctors: terms,
  patientOrders: { action: 'list', entity: 'order', leaves: 'daily' },
  patientCancelOrder: { action: 'cancel', entity: 'order', leaves: 'each', of: byId },
  patientDisputeOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  patientRateOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
} satisfies { [Name in keyof Calls]: TrailRule<RequestOf<Calls[Name]>, ReplyInputOf<Calls[Name]>> };

/** The rule for callers who are not signed in: repeated attempts must not fill the trail. */
export const boundedByDay = (rule: TrailRule): TrailRule =>
  rule.leaves === 'nothing' ? rule : { ...rule, leaves: 'daily' };

/** What each event from a client leaves on the trail. */
export const eventRules = {
  'conversation:join': {
    action: 'read',
    entity: 'conversation',
    leaves: 'daily',
    of: ({ conversationIds }, joined) => splitRefused(conversationIds, joined?.ok ? joined.refused : conversationIds),
  },
  'conversation:leave': nothing('it ends access'),
  'message:send': { action: 'update', entity: 'conversation', leaves: 'daily', of: byConversation },
  'message:recall': { action: 'update', entity: 'conversation', leaves: 'each', of: byConversation },
  'message:read': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  'message:delivered': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  typing: nothing('it contains no text'),
  'connection:ping': nothing('it reads and changes nothing'),
  'awaiting:watch': { action: 'list', entity: 'order', leaves: 'daily' },
  'audit:watch': { action: 'list', entity: 'review', leaves: 'daily' },
  'audit:reviewing': nothing('the claim and the reading of the prescription leave rows'),
} satisfies { [Name in ClientEventName]: TrailRule<z.output<(typeof clientEvents)[Name]>, AckOf<Name>> };

/** What each event from the server leaves on the trail, besides the row of the event or call that requested it. */
export const pushRules = {
  'conversation:event': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  'awaiting:changed': hint,
  'prescription:changed': hint,
  'record:changed': hint,
  'audit:changed': hint,
  'audit:presence': nothing('it contains only who is connected, and which reviews are open'),
  'question:changed': hint,
  'patient:changed': hint,
  'account:changed': own,
  'hospital:changed': hint,
  'duty:changed': own,
  'notices:changed': hint,
  'own:changed': own,
  typing: nothing('it contains no text'),
  presence: nothing('it contains only who is connected'),
  'events:missed': nothing('it contains nothing'),
  'session:expired': nothing('it ends a connection'),
  'session:revoked': nothing('it ends a connection'),
} satisfies { [Name in keyof ServerEvents]: TrailRule<ServerEvents[Name]> };

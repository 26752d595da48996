import { addedSignInCalls, specifiedSignInCalls } from './entrance.ts';
import * as administration from './extension/administration.ts';
import * as audit from './extension/audit.ts';
import * as catalogueFiles from './extension/catalogueFiles.ts';
import * as certificates from './extension/certificates.ts';
import * as counts from './extension/counts.ts';
import * as diagnoses from './extension/diagnoses.ts';
import * as dictionaries from './extension/dictionaries.ts';
import * as duty from './extension/duty.ts';
import * as findingsByRule from './extension/findingsByRule.ts';
import * as hospital from './extension/hospital.ts';
import * as identity from './extension/identity.ts';
import * as imExtension from './extension/im.ts';
import * as medicines from './extension/medicines.ts';
import * as notices from './extension/notices.ts';
import * as operations from './extension/operations.ts';
import * as operator from './extension/operator.ts';
import * as overview from './extension/overview.ts';
import * as patient from './extension/patient.ts';
import * as reviewQuestions from './extension/reviewQuestions.ts';
import * as ruleSettings from './extension/ruleSettings.ts';
import * as schedule from './extension/schedule.ts';
import * as serviceSetup from './extension/serviceSetup.ts';
import * as sessions from './extension/sessions.ts';
import * as signing from './extension/signing.ts';
import * as trail from './extension/trail.ts';
import * as account from './http/account.ts';
import * as consult from './http/consult.ts';
import * as im from './http/im.ts';
import * as prescription from './http/prescription.ts';
import * as tenant from './http/tenant.ts';
import type { Client } from './operation.ts';
import { addedWorkCalls, specifiedWorkCalls } from './workCalls.ts';

/** The 51 calls of the specification, by the names the client uses. */
export const specified = {
  ...specifiedSignInCalls,
  ...specifiedWorkCalls,
  getInfo: account.getInfo,
  updateInfo: account.updateInfo,
  createQualification: account.createQualification,
  updateQualification: account.updateQualification,
  getQualification: account.getQualification,
  checkMobileCode: account.checkMobileCode,
  resetMobile: account.resetMobile,
  updateConsultConfig: consult.updateConsultConfig,
  createQuickReply: consult.createQuickReply,
  deleteQuickReply: consult.deleteQuickReply,
  getPrescriptionNum: prescription.getPrescriptionNum,
  getTenantByWebsite: tenant.getTenantByWebsite,
  getImConfig: im.getImConfig,
} as const;

/** Our own calls beyond the specification. */
export const extensions = {
  ...addedSignInCalls,
  ...addedWorkCalls,
  countOwnOrders: counts.countOwnOrders,
  countOwnPrescriptions: counts.countOwnPrescriptions,
  pageAudit: audit.pageAudit,
  pullAudit: audit.pullAudit,
  claimAudit: audit.claimAudit,
  renewAudit: audit.renewAudit,
  releaseAudit: audit.releaseAudit,
  approveAudit: audit.approveAudit,
  rejectAudit: audit.rejectAudit,
  undoDecision: audit.undoDecision,
  saveReviewDraft: audit.saveReviewDraft,
  auditContext: audit.auditContext,
  myAuditRecord: audit.myAuditRecord,
  reviewStatistics: audit.reviewStatistics,
  askReviewQuestion: reviewQuestions.askReviewQuestion,
  answerReviewQuestion: reviewQuestions.answerReviewQuestion,
  listReviewQuestions: reviewQuestions.listReviewQuestions,
  openReviewQuestions: reviewQuestions.openReviewQuestions,
  alertsByRule: findingsByRule.alertsByRule,
  sendMessage: imExtension.sendMessage,
  readMessages: imExtension.readMessages,
  pullMessages: imExtension.pullMessages,
  verifyPrescription: signing.verifyPrescription,
  listNotices: notices.listNotices,
  workTrend: overview.workTrend,
  dueWork: overview.dueWork,
  getDuty: duty.getDuty,
  setDuty: duty.setDuty,
  requestIdentity: identity.requestIdentity,
  listIdentityRequests: identity.listIdentityRequests,
  decideIdentity: identity.decideIdentity,
  listCertificateReviews: certificates.listCertificateReviews,
  decideCertificates: certificates.decideCertificates,
  getSchedule: schedule.getSchedule,
  putSchedule: schedule.putSchedule,
  getPlan: schedule.getPlan,
  planDays: schedule.planDays,
  copyWeek: schedule.copyWeek,
  addLeave: schedule.addLeave,
  endLeave: schedule.endLeave,
  listTeam: schedule.listTeam,
  patientDoctorHours: schedule.patientDoctorHours,
  listSessions: sessions.listSessions,
  recentSignIns: sessions.recentSignIns,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  liveOperations: operations.liveOperations,
  staffSessions: operations.staffSessions,
  endStaffSession: operations.endStaffSession,
  searchTrail: trail.searchTrail,
  findTrailPatients: trail.findTrailPatients,
  updateQuickReply: serviceSetup.updateQuickReply,
  arrangeQuickReplies: serviceSetup.arrangeQuickReplies,
  importQuickReplies: serviceSetup.importQuickReplies,
  getAwayMessage: serviceSetup.getAwayMessage,
  putAwayMessage: serviceSetup.putAwayMessage,
  pageStaff: administration.pageStaff,
  createStaff: administration.createStaff,
  updateStaff: administration.updateStaff,
  setStaffDisabled: administration.setStaffDisabled,
  resetStaffPassword: administration.resetStaffPassword,
  unlockStaff: administration.unlockStaff,
  endStaffSessions: administration.endStaffSessions,
  expiringCertificates: administration.expiringCertificates,
  listDepartments: hospital.listDepartments,
  createDepartment: hospital.createDepartment,
  updateDepartment: hospital.updateDepartment,
  retireDepartment: hospital.retireDepartment,
  arrangeDepartments: hospital.arrangeDepartments,
  getHospital: hospital.getHospital,
  updateHospital: hospital.updateHospital,
  addHospitalHost: hospital.addHospitalHost,
  removeHospitalHost: hospital.removeHospitalHost,
  pageHospitals: operator.pageHospitals,
  getPlatformHospital: operator.getPlatformHospital,
  createHospital: operator.createHospital,
  setHospitalDisabled: operator.setHospitalDisabled,
  setHospitalLicence: operator.setHospitalLicence,
  addHostOfHospital: operator.addHostOfHospital,
  removeHostOfHospital: operator.removeHostOfHospital,
  createHospitalAdministrator: operator.createHospitalAdministrator,
  pageMedicines: medicines.pageMedicines,
  getMedicine: medicines.getMedicine,
  saveMedicine: medicines.saveMedicine,
  retireMedicine: medicines.retireMedicine,
  correctStock: medicines.correctStock,
  medicineChoices: medicines.medicineChoices,
  pageDiagnoses: diagnoses.pageDiagnoses,
  saveDiagnosis: diagnoses.saveDiagnosis,
  retireDiagnosis: diagnoses.retireDiagnosis,
  listDictionaries: dictionaries.listDictionaries,
  saveDictEntry: dictionaries.saveDictEntry,
  arrangeDictionary: dictionaries.arrangeDictionary,
  retireDictEntry: dictionaries.retireDictEntry,
  getRuleSettings: ruleSettings.getRuleSettings,
  putRuleSettings: ruleSettings.putRuleSettings,
  ruleSettingHistory: ruleSettings.ruleSettingHistory,
  checkImport: catalogueFiles.checkImport,
  applyImport: catalogueFiles.applyImport,
  exportCatalogue: catalogueFiles.exportCatalogue,
  patientLogin: patient.patientLogin,
  patientCreateOrder: patient.patientCreateOrder,
  patientDoctors: patient.patientDoctors,
  patientOrders: patient.patientOrders,
  patientCancelOrder: patient.patientCancelOrder,
  patientDisputeOrder: patient.patientDisputeOrder,
  patientRateOrder: patient.patientRateOrder,
} as const;

export const catalogue = { ...specified, ...extensions } as const;

/** Every call of the platform, typed. */
export type Api = Client<typeof catalogue>;

import { addedSignInCalls, specifiedSignInCalls } from './entrance.ts';
import * as alerts from './extension/alerts.ts';
import * as audit from './extension/audit.ts';
import * as check from './extension/check.ts';
import * as consultExtension from './extension/consult.ts';
import * as facts from './extension/facts.ts';
import * as files from './extension/files.ts';
import * as imExtension from './extension/im.ts';
import * as patient from './extension/patient.ts';
import * as reviewQuestions from './extension/reviewQuestions.ts';
import * as settings from './extension/settings.ts';
import * as signing from './extension/signing.ts';
import * as templates from './extension/templates.ts';
import * as versions from './extension/versions.ts';
import * as account from './http/account.ts';
import * as auth from './http/auth.ts';
import * as consult from './http/consult.ts';
import * as disease from './http/disease.ts';
import * as drugs from './http/drugs.ts';
import * as im from './http/im.ts';
import * as prescription from './http/prescription.ts';
import * as record from './http/record.ts';
import * as tenant from './http/tenant.ts';
import type { Client } from './operation.ts';

/** The 51 calls of the specification, by the names the client uses. */
export const specified = {
  ...specifiedSignInCalls,
  refreshToken: auth.refreshToken,
  getInfo: account.getInfo,
  updateInfo: account.updateInfo,
  createQualification: account.createQualification,
  updateQualification: account.updateQualification,
  getQualification: account.getQualification,
  checkMobileCode: account.checkMobileCode,
  resetMobile: account.resetMobile,
  pageDiseases: disease.pageDiseases,
  createDoctorDisease: disease.createDoctorDisease,
  findDoctorDiseases: disease.findDoctorDiseases,
  deleteDoctorDisease: disease.deleteDoctorDisease,
  awaitList: consult.awaitList,
  orderDetail: consult.orderDetail,
  getPersonalHistory: consult.getPersonalHistory,
  getOrderNum: consult.getOrderNum,
  pushMessage: consult.pushMessage,
  medicalRecordList: consult.medicalRecordList,
  electronicMedicalRecords: consult.electronicMedicalRecords,
  getConsultConfigs: consult.getConsultConfigs,
  updateConsultConfig: consult.updateConsultConfig,
  getQuickReplies: consult.getQuickReplies,
  createQuickReply: consult.createQuickReply,
  deleteQuickReply: consult.deleteQuickReply,
  saveCase: record.saveCase,
  getCase: record.getCase,
  createPrescription: prescription.createPrescription,
  editPrescription: prescription.editPrescription,
  cancelPrescription: prescription.cancelPrescription,
  listPrescriptions: prescription.listPrescriptions,
  getPrescription: prescription.getPrescription,
  prescriptionHistory: prescription.prescriptionHistory,
  getPrescriptionNum: prescription.getPrescriptionNum,
  listWarehouses: drugs.listWarehouses,
  searchDrugs: drugs.searchDrugs,
  getDrugInventory: drugs.getDrugInventory,
  findDrugInventory: drugs.findDrugInventory,
  getTenantByWebsite: tenant.getTenantByWebsite,
  queryImMessages: im.queryImMessages,
  getImConfig: im.getImConfig,
} as const;

/** Our own calls beyond the specification. */
export const extensions = {
  ...addedSignInCalls,
  pageOrders: consultExtension.pageOrders,
  acceptOrder: consultExtension.acceptOrder,
  refuseOrder: consultExtension.refuseOrder,
  finishOrder: consultExtension.finishOrder,
  sendMessage: imExtension.sendMessage,
  readMessages: imExtension.readMessages,
  pullMessages: imExtension.pullMessages,
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
  askReviewQuestion: reviewQuestions.askReviewQuestion,
  answerReviewQuestion: reviewQuestions.answerReviewQuestion,
  listReviewQuestions: reviewQuestions.listReviewQuestions,
  openReviewQuestions: reviewQuestions.openReviewQuestions,
  alertsByRule: alerts.alertsByRule,
  checkPrescription: check.checkPrescription,
  screenDrugs: check.screenDrugs,
  prescriptionVersions: versions.prescriptionVersions,
  addCaseAddendum: record.addCaseAddendum,
  unlockSigning: signing.unlockSigning,
  verifyPrescription: signing.verifyPrescription,
  getPatientFacts: facts.getPatientFacts,
  savePatientFacts: facts.savePatientFacts,
  searchAllergens: facts.searchAllergens,
  searchGenerics: facts.searchGenerics,
  listTemplates: templates.listTemplates,
  getTemplate: templates.getTemplate,
  saveTemplate: templates.saveTemplate,
  deleteTemplate: templates.deleteTemplate,
  noteTemplateUse: templates.noteTemplateUse,
  listFavouriteDrugs: templates.listFavouriteDrugs,
  setFavouriteDrug: templates.setFavouriteDrug,
  uploadFile: files.uploadFile,
  uploadPart: files.uploadPart,
  uploadProgress: files.uploadProgress,
  cancelUpload: files.cancelUpload,
  signFile: files.signFile,
  getUiSetting: settings.getUiSetting,
  putUiSetting: settings.putUiSetting,
  getSchedule: settings.getSchedule,
  putSchedule: settings.putSchedule,
  patientLogin: patient.patientLogin,
  patientCreateOrder: patient.patientCreateOrder,
  patientOrders: patient.patientOrders,
  patientCancelOrder: patient.patientCancelOrder,
  patientDisputeOrder: patient.patientDisputeOrder,
  patientRateOrder: patient.patientRateOrder,
} as const;

export const catalogue = { ...specified, ...extensions } as const;

/** Every call of the platform, typed. */
export type Api = Client<typeof catalogue>;

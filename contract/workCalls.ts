import * as check from './extension/check.ts';
import * as consultExtension from './extension/consult.ts';
import * as facts from './extension/facts.ts';
import * as files from './extension/files.ts';
import * as settings from './extension/settings.ts';
import * as signing from './extension/signing.ts';
import * as templates from './extension/templates.ts';
import * as versions from './extension/versions.ts';
import * as auth from './http/auth.ts';
import * as consult from './http/consult.ts';
import * as disease from './http/disease.ts';
import * as drugs from './http/drugs.ts';
import * as im from './http/im.ts';
import * as prescription from './http/prescription.ts';
import * as record from './http/record.ts';

/** Specified calls of the cloud room and of what every screen after sign-in shares. */
export const specifiedWorkCalls = {
  refreshToken: auth.refreshToken,
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
  getQuickReplies: consult.getQuickReplies,
  saveCase: record.saveCase,
  getCase: record.getCase,
  createPrescription: prescription.createPrescription,
  editPrescription: prescription.editPrescription,
  cancelPrescription: prescription.cancelPrescription,
  listPrescriptions: prescription.listPrescriptions,
  getPrescription: prescription.getPrescription,
  prescriptionHistory: prescription.prescriptionHistory,
  listWarehouses: drugs.listWarehouses,
  searchDrugs: drugs.searchDrugs,
  getDrugInventory: drugs.getDrugInventory,
  findDrugInventory: drugs.findDrugInventory,
  queryImMessages: im.queryImMessages,
} as const;

/** Our own calls of the cloud room and of what every screen after sign-in shares. */
export const addedWorkCalls = {
  pageOrders: consultExtension.pageOrders,
  acceptOrder: consultExtension.acceptOrder,
  refuseOrder: consultExtension.refuseOrder,
  finishOrder: consultExtension.finishOrder,
  setNoAnswer: consultExtension.setNoAnswer,
  checkPrescription: check.checkPrescription,
  screenDrugs: check.screenDrugs,
  prescriptionVersions: versions.prescriptionVersions,
  addCaseAddendum: record.addCaseAddendum,
  unlockSigning: signing.unlockSigning,
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
} as const;

/** The calls that the first view of the cloud room waits for; those of `catalogue.ts` load with the other screens. */
export const workCalls = { ...specifiedWorkCalls, ...addedWorkCalls } as const;

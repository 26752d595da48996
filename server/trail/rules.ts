import type * as z from 'zod/mini';
import type { catalogue } from '../../contract/catalogue.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { AckOf, ClientEventName, clientEvents, ServerEvents } from '../../contract/socket.ts';
import type { Deed } from './trail.ts';

/** What a request named: all that it was given, and all that it was refused. */
export type Named = { given: readonly string[]; refused: readonly string[] };

type Nothing = { leaves: 'nothing'; because: string };

/** A row for `each` request, or one a day (`daily`) for the same person and thing. */
type Row<Input, Reply> = Pick<Deed, 'action' | 'entity'> & {
  leaves: 'each' | 'daily';
  /** The row follows the acknowledgement, which its sender hears before the event of the message itself. */
  follows?: true;
  /** The ids of what was read or changed; none for lists. */
  of?: (input: Input, reply: Reply | null) => string | null | undefined | Named;
};

export type TrailRule<Input = never, Reply = never> = Nothing | Row<Input, Reply>;

const nothing = (because: string): Nothing => ({ leaves: 'nothing', because });
const proof = nothing('a proof alone opens nothing; the sign-in or change that uses it leaves a row');
const terms = nothing('lists of terms, drugs and places name no patient');
const own = nothing("a member of staff's own data and settings name no patient");
const counts = nothing('numbers name no patient');
const hint = nothing('it names what changed; the change left a row, and reading it leaves another');

const session = { entity: 'session', leaves: 'each' } as const;
const byId = ({ id }: { id: string }) => id;
const byMade = (_: unknown, made: { id: string | number } | null) => made && String(made.id);
const byConversation = ({ conversationId }: { conversationId: string }) => conversationId;
const byUpload = ({ uploadId }: { uploadId: string }) => uploadId;

const among = (asked: readonly string[], refused: readonly string[]): Named => ({
  given: asked.filter((id) => !refused.includes(id)),
  refused,
});

type Calls = typeof catalogue;

/**
 * What each call leaves on the trail of patient data. A handler may leave a row that says more, and writes of patient data
 * leave theirs in their own transaction; for every other request the server writes the row of this table.
 */
export const callRules = {
  login: { ...session, action: 'create' },
  smsLogin: { ...session, action: 'create' },
  patientLogin: { ...session, action: 'create' },
  logout: { ...session, action: 'cancel' },
  updatePassword: { ...session, action: 'update' },
  resetMobile: { ...session, action: 'update' },
  refreshToken: nothing('it goes on with a sign-in that left a row; a stolen token leaves one of its own'),
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
  getConsultConfigs: own,
  updateConsultConfig: own,
  getQuickReplies: own,
  createQuickReply: own,
  deleteQuickReply: own,
  getUiSetting: own,
  putUiSetting: own,
  getSchedule: own,
  putSchedule: own,
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
  awaitList: { action: 'list', entity: 'order', leaves: 'daily' },
  pageOrders: { action: 'list', entity: 'order', leaves: 'each' },
  orderDetail: { action: 'read', entity: 'order', leaves: 'each', of: ({ id }) => id },
  acceptOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  refuseOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  finishOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  pushMessage: { action: 'update', entity: 'order', leaves: 'each', of: ({ orderId }) => orderId },
  getPersonalHistory: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  medicalRecordList: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  electronicMedicalRecords: { action: 'read', entity: 'patient', leaves: 'each', of: ({ patientId }) => patientId },
  saveCase: { action: 'update', entity: 'record', leaves: 'each', of: ({ id }) => id },
  getCase: { action: 'read', entity: 'record', leaves: 'each', of: ({ id }) => id },
  createPrescription: { action: 'create', entity: 'prescription', leaves: 'each', of: byMade },
  editPrescription: { action: 'update', entity: 'prescription', leaves: 'each', of: byId },
  cancelPrescription: { action: 'cancel', entity: 'prescription', leaves: 'each', of: byId },
  checkPrescription: { action: 'read', entity: 'order', leaves: 'daily', of: ({ orderId }) => orderId },
  listPrescriptions: { action: 'list', entity: 'prescription', leaves: 'each' },
  getPrescription: { action: 'read', entity: 'prescription', leaves: 'each', of: byId },
  prescriptionHistory: { action: 'list', entity: 'prescription', leaves: 'each' },
  pageAudit: { action: 'list', entity: 'review', leaves: 'each' },
  pullAudit: { action: 'list', entity: 'review', leaves: 'each' },
  myAuditRecord: { action: 'list', entity: 'review', leaves: 'each' },
  auditContext: { action: 'read', entity: 'review', leaves: 'each', of: byId },
  claimAudit: { action: 'claim', entity: 'review', leaves: 'each', of: byId },
  renewAudit: { action: 'claim', entity: 'review', leaves: 'daily', of: byId },
  releaseAudit: { action: 'release', entity: 'review', leaves: 'each', of: byId },
  approveAudit: { action: 'approve', entity: 'review', leaves: 'each', of: byId },
  rejectAudit: { action: 'reject', entity: 'review', leaves: 'each', of: byId },
  queryImMessages: { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  pullMessages: {
    action: 'read',
    entity: 'conversation',
    leaves: 'daily',
    of: ({ cursors }, pulled) => {
      const asked = Object.keys(cursors);
      return among(asked, pulled === null ? asked : asked.filter((id) => !Object.hasOwn(pulled.heads, id)));
    },
  },
  readMessages: { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  sendMessage: { action: 'update', entity: 'conversation', leaves: 'daily', of: byConversation },
  uploadFile: { action: 'create', entity: 'file', leaves: 'each' },
  uploadPart: { action: 'create', entity: 'file', leaves: 'daily', of: byUpload },
  uploadProgress: { action: 'read', entity: 'file', leaves: 'daily', of: byUpload },
  cancelUpload: { action: 'cancel', entity: 'file', leaves: 'each', of: byUpload },
  signFile: { action: 'read', entity: 'file', leaves: 'each' },
  patientCreateOrder: { action: 'create', entity: 'order', leaves: 'each', of: byMade },
  patientOrders: { action: 'list', entity: 'order', leaves: 'daily' },
  patientCancelOrder: { action: 'cancel', entity: 'order', leaves: 'each', of: byId },
  patientDisputeOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
  patientRateOrder: { action: 'update', entity: 'order', leaves: 'each', of: byId },
} satisfies { [Name in keyof Calls]: TrailRule<RequestOf<Calls[Name]>, ReplyInputOf<Calls[Name]>> };

/** The rule for those whom nobody knows: what a stranger repeats must not fill the trail. */
export const boundedByDay = (rule: TrailRule): TrailRule =>
  rule.leaves === 'nothing' ? rule : { ...rule, leaves: 'daily' };

/** What each event that a client sends leaves. */
export const eventRules = {
  'conversation:join': {
    action: 'read',
    entity: 'conversation',
    leaves: 'daily',
    of: ({ conversationIds }, joined) => among(conversationIds, joined?.ok ? joined.refused : conversationIds),
  },
  'conversation:leave': nothing('it ends a reading'),
  'message:send': { action: 'update', entity: 'conversation', leaves: 'daily', follows: true, of: byConversation },
  'message:recall': { action: 'update', entity: 'conversation', leaves: 'each', of: byConversation },
  'message:read': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  'message:delivered': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  typing: nothing('it says that somebody writes, and nothing of what'),
  'awaiting:watch': { action: 'list', entity: 'order', leaves: 'daily' },
  'audit:watch': { action: 'list', entity: 'review', leaves: 'daily' },
} satisfies { [Name in ClientEventName]: TrailRule<z.output<(typeof clientEvents)[Name]>, AckOf<Name>> };

/** What each event that the server sends leaves, besides the row of the event or call that asked for it. */
export const pushRules = {
  'conversation:event': { action: 'read', entity: 'conversation', leaves: 'daily', of: byConversation },
  'awaiting:changed': hint,
  'prescription:changed': hint,
  'audit:changed': hint,
  typing: nothing('it says that somebody writes, and nothing of what'),
  presence: nothing('it says who is connected'),
  'session:expired': nothing('it ends a connection'),
  'session:revoked': nothing('it ends a connection'),
} satisfies { [Name in keyof ServerEvents]: TrailRule<ServerEvents[Name]> };

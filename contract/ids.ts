import * as z from 'zod/mini';

/** An id on the wire is a number or a string of visible ASCII (exact beyond 2^53); inside the product it is always a string. */
const wireId = z.pipe(
  z.union([z.string().check(z.regex(/^[!-~]{1,64}$/, 'is not an id')), z.int()]),
  z.transform(String),
);

export const TenantId = wireId.brand<'TenantId'>();
export type TenantId = z.infer<typeof TenantId>;

/** The member account behind a login: doctors and auditors. */
export const AccountId = wireId.brand<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;

export const DoctorId = wireId.brand<'DoctorId'>();
export type DoctorId = z.infer<typeof DoctorId>;

export const PatientId = wireId.brand<'PatientId'>();
export type PatientId = z.infer<typeof PatientId>;

export const OrderId = wireId.brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

export const ConversationId = wireId.brand<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;

export const MessageId = wireId.brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

export const CaseId = wireId.brand<'CaseId'>();
export type CaseId = z.infer<typeof CaseId>;

export const PrescriptionId = wireId.brand<'PrescriptionId'>();
export type PrescriptionId = z.infer<typeof PrescriptionId>;

export const DrugId = wireId.brand<'DrugId'>();
export type DrugId = z.infer<typeof DrugId>;

export const InventoryId = wireId.brand<'InventoryId'>();
export type InventoryId = z.infer<typeof InventoryId>;

export const WarehouseId = wireId.brand<'WarehouseId'>();
export type WarehouseId = z.infer<typeof WarehouseId>;

/** A diagnosis of the western (ICD-10) table. */
export const DiseaseId = wireId.brand<'DiseaseId'>();
export type DiseaseId = z.infer<typeof DiseaseId>;

/** A doctor's own tag on a diagnosis; the specification's key `doctorDiseaseWesternId`. */
export const DoctorDiseaseId = wireId.brand<'DoctorDiseaseId'>();
export type DoctorDiseaseId = z.infer<typeof DoctorDiseaseId>;

export const QuickReplyId = wireId.brand<'QuickReplyId'>();
export type QuickReplyId = z.infer<typeof QuickReplyId>;

export const ConsultConfigId = wireId.brand<'ConsultConfigId'>();
export type ConsultConfigId = z.infer<typeof ConsultConfigId>;

export const QualificationId = wireId.brand<'QualificationId'>();
export type QualificationId = z.infer<typeof QualificationId>;

/** A reviewer's time-limited hold on a prescription. */
export const LeaseId = wireId.brand<'LeaseId'>();
export type LeaseId = z.infer<typeof LeaseId>;

/** Made by the sender when "send" is pressed (UUIDv7); unique for good per tenant and sender, whatever its case. */
export const ClientMessageId = z.uuidv7().check(z.toLowerCase()).brand<'ClientMessageId'>();
export type ClientMessageId = z.infer<typeof ClientMessageId>;

/** Born with a draft, so that one intent makes one record for good. */
export const RequestId = z.uuid().check(z.toLowerCase()).brand<'RequestId'>();
export type RequestId = z.infer<typeof RequestId>;

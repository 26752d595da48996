import * as z from 'zod/mini';

/**
 * Business codes of the envelope. Codes of ten digits are `1_module_group_number`, as on the existing hospital
 * platform.
 */
export const Code = {
  accepted: 0,
  ok: 200,
  badRequest: 400,
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  locked: 423,
  tooManyRequests: 429,
  serverError: 500,
  /** The platform's database or file storage does not answer: the call may succeed later. */
  unavailable: 503,
  storageFull: 507,
  duplicateRequest: 900,
  wrongPassword: 1_002_000_000,
  accountDisabled: 1_002_000_001,
  captchaRequired: 1_002_000_004,
  mobileUnknown: 1_002_000_007,
  smsCodeUnknown: 1_002_014_000,
  smsCodeExpired: 1_002_014_001,
  smsCodeUsed: 1_002_014_002,
  smsDailyLimit: 1_002_014_004,
  smsTooFrequent: 1_002_014_005,
  hospitalUnknown: 1_002_015_000,
  hospitalDisabled: 1_002_015_001,
  hospitalExpired: 1_002_015_002,
  weakPassword: 1_002_016_000,
  changeTokenUnknown: 1_002_016_001,
  signInCodeRequired: 1_002_016_002,
  passwordChangeRequired: 1_002_016_003,
  administrationChanged: 1_002_017_000,
  administrationRefused: 1_002_017_001,
  recordChanged: 1_050_001_001,
  recordSigned: 1_050_001_002,
  prescriptionLinesRefused: 1_050_002_001,
  prescriptionChanged: 1_050_002_101,
  prescriptionInReview: 1_050_002_102,
  prescriptionStatusRefused: 1_050_002_103,
  recordMissing: 1_050_002_104,
  stockShort: 1_050_002_105,
  qualificationMissing: 1_050_002_106,
  signingLocked: 1_050_002_107,
  signingKeySealed: 1_050_002_108,
  orderTaken: 1_050_003_001,
  orderStatusRefused: 1_050_003_002,
  orderLimitReached: 1_050_003_003,
  remindTooSoon: 1_050_003_004,
  conversationClosed: 1_050_003_005,
  recallTooLate: 1_050_003_006,
  leaseLost: 1_050_004_002,
  prescriptionCancelled: 1_050_004_003,
  ownPrescription: 1_050_004_004,
  checklistIncomplete: 1_050_004_005,
  tooManyClaims: 1_050_004_006,
  undoTooLate: 1_050_004_007,
  prescriptionExpired: 1_050_004_008,
  questionRefused: 1_050_004_009,
  questionClosed: 1_050_004_010,
  fileTypeRefused: 1_050_005_001,
  fileTooLarge: 1_050_005_002,
  fileLinkExpired: 1_050_005_003,
  fileTooDetailed: 1_050_005_004,
  fileActs: 1_050_005_005,
  fileNotCheckable: 1_050_005_006,
  /** A file stored under earlier rules that is no longer served, because it may harm the person who opens it. */
  fileQuarantined: 1_050_005_007,
  /** A file stored under earlier rules that is no longer served, because nothing could be found out about its content. */
  fileNotChecked: 1_050_005_008,
  implausibleMeasure: 1_050_003_007,
  scheduleChanged: 1_050_006_001,
  scheduleConflict: 1_050_006_002,
} as const;
export type Code = (typeof Code)[keyof typeof Code];

/** The body of every answer, at HTTP status 200 even for errors. Success is 0 or 200. */
export const Envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof Envelope>;

export const isSuccess = (code: number): boolean => code === Code.ok || code === Code.accepted;

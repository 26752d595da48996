/** Constants that both sides depend on. */
export const limits = {
  requestTimeoutMs: 30_000,
  refreshTimeoutMs: 10_000,
  chunkTimeoutMs: 120_000,
  rememberMs: 30 * 24 * 3_600_000,
  accessTokenMs: 30 * 60_000,
  refreshTokenMs: 30 * 24 * 3_600_000,
  refreshGraceMs: 120_000,
  accessOverlapMs: 30_000,
  smsResendMs: 60_000,
  remindEveryMs: 60_000,
  pingIntervalMs: 10_000,
  pongTimeoutMs: 8_000,
  recallWithinMs: 5 * 60_000,
  textLength: 2_000,
  messageBurst: 60,
  messagesPerSecond: 20,
  fileBytes: 16 * 1024 * 1024,
  /** The longest life of a link to a file: an hour, and five minutes in which links are equal. */
  fileLinkMs: 65 * 60_000,
  /** A chunk of this size takes about 20 s on a line of 48 kbit/s. */
  filePartBytes: 128 * 1024,
  /** How long an unsent attachment stays on its doctor's machine; the platform stores it a day longer. */
  attachmentKeptMs: 7 * 24 * 3_600_000,
  voiceMs: 60_000,
  backfillPage: 200,
  auditLeaseMs: 3 * 60_000,
  undoMs: 8_000,
  /** Current statements about one patient. */
  currentFacts: 200,
  /** Prescriptions that one reviewer may hold at once. */
  claimsAtOnce: 10,
  /** Questions about one prescription that may wait for its doctor at once. */
  openQuestions: 5,
} as const;

/** Minutes without use after which a workstation locks where nobody has set them. */
export const usualIdleLockMin = 30;

/** Characters of a new password. */
export const passwordLength = { min: 8, max: 256 } as const;

/** Most characters of the texts that people type into forms. */
export const textLengths = {
  name: 60,
  contact: 100,
  host: 300,
  addendum: 5_000,
  addendumReason: 200,
  advice: 1_000,
  overDaysReason: 500,
} as const;

/** The text sections of a medical record, in the order of the paper form, with the most characters of each. */
export const sectionLengths = {
  chiefComplaint: 500,
  presentIllness: 5_000,
  pastHistory: 5_000,
  allergyHistory: 5_000,
  personalHistory: 5_000,
  familyHistory: 5_000,
  physicalExam: 5_000,
  auxiliaryExam: 5_000,
  treatmentAdvice: 5_000,
} as const;
export type SectionName = keyof typeof sectionLengths;

/** Pictures of one certificate that a doctor may submit. */
export const mostCertificatePictures = 9;

/** Most characters of a quick reply's parts. */
export const quickReplyLength = { title: 60, content: 2_000, group: 40 } as const;

/** Limits of a hospital's logo, because every visitor of the login page loads it. */
export const logoLimits = { bytes: 512 * 1024, pixels: 1_024 } as const;

/** Addresses that a hospital's administrators may have at once. */
export const hostsOfHospital = 20;

export const defaultHospitalId = '1';

/** The time zone of the hospitals: days, numbers and clocks follow it wherever the server or the reader is. */
export const hospitalZone = 'Asia/Shanghai';

/** The zone's distance from UTC, which has no summer time. */
export const hospitalOffset = '+08:00';
/** The same distance in milliseconds. */
export const hospitalOffsetMs = 8 * 3_600_000;

/** The form of a mobile number. */
export const mobilePattern = /^1\d{10}$/;

/** The form of an account name. */
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{2,31}$/;

/** Constants both sides rely on. Sources: specification section 9, wire.md part B, messaging.md. */
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
  /** A piece of this size passes a line of 48 kbit/s in some 20 s. */
  filePartBytes: 128 * 1024,
  /** So long an attached file waits on its doctor's machine to be sent; the platform keeps it a day longer. */
  attachmentKeptMs: 7 * 24 * 3_600_000,
  voiceMs: 60_000,
  backfillPage: 200,
  auditLeaseMs: 3 * 60_000,
  undoMs: 8_000,
} as const;

export const defaultTenantId = '1';

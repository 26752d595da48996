/** Bounds of a time of day in minutes after midnight. */
export const minuteOfDay = { min: 0, max: 1_440 } as const;

/** What an administrator may set for the hospital; times in minutes, prices in cents. */
export const settingBounds = {
  idleLockMin: { min: 1, max: 120 },
  overdueMin: { min: 1, max: 1_440 },
  awaitingMin: { min: 10, max: 10_080 },
  durationMin: { min: 5, max: 10_080 },
  maxActive: { min: 1, max: 100 },
  maxOpenOrders: { min: 1, max: 20 },
  price: { min: 0, max: 10_000_000 },
} as const;

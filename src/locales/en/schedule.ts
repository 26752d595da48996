/** Texts of the schedule screens. */
export const schedule = {} as const;

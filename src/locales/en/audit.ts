/** Texts of the audit screens. */
export const audit = {} as const;

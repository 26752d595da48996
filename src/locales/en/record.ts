/** Texts of the record screens. */
export const record = {} as const;

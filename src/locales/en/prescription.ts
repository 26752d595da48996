/** Texts of the prescription screens. */
export const prescription = {} as const;

/** Texts of the profile screens. */
export const profile = {} as const;

/** Texts of the home screens. */
export const home = {} as const;

/** Texts of the settings screens. */
export const settings = {} as const;

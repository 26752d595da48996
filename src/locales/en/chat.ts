/** Texts of the chat screens. */
export const chat = {} as const;

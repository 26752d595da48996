/** What a code by SMS is for; the numbers are the dialect's. */
export const smsScene = { login: 1, changeMobile: 2, changePassword: 3, forgotPassword: 4 } as const;

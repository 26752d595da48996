/** Purpose of an SMS code; the platform defines the numbers. */
export const smsScene = { login: 1, changeMobile: 2, changePassword: 3, forgotPassword: 4 } as const;

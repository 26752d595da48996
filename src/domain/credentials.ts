import { mobilePattern } from '../../contract/limits.ts';

/** Purpose of an SMS code; the platform defines the numbers. */
export const smsScene = { login: 1, changeMobile: 2, changePassword: 3, forgotPassword: 4 } as const;

/**
 * What a person signs in with. `remember` stores account and password on this device for 30 days; null changes nothing.
 */
export type Credentials =
  | {
      readonly kind: 'password';
      readonly username: string;
      readonly password: string;
      readonly remember: boolean | null;
      /** The form was filled in from the remembered sign-in. */
      readonly recalled: boolean;
    }
  | { readonly kind: 'code'; readonly mobile: string; readonly code: string };

/** A remembered sign-in. */
export type Remembered = { readonly username: string; readonly password: string };

/** A mobile number as the platform takes it: eleven digits, without the spaces, dashes and full-width digits that people type. */
export const tidyMobile = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '');

/** A code from a message, without spaces and with ASCII digits. */
export const tidyCode = (written: string): string => written.normalize('NFKC').replace(/\s/g, '');

export const isMobile = (mobile: string): boolean => mobilePattern.test(mobile);

export const isSmsCode = (code: string): boolean => /^\d{4,6}$/.test(code);

/** What keeps a mobile number or a code from being sent, by the name of its text; null if nothing does. */
export function mobileProblem(mobile: string): 'mobileRequired' | 'mobileInvalid' | null {
  const number = tidyMobile(mobile);
  if (number === '') return 'mobileRequired';
  return isMobile(number) ? null : 'mobileInvalid';
}
export const codeProblem = (code: string): 'codeRequired' | null => (isSmsCode(code) ? null : 'codeRequired');

/** Whether everything is there that the platform needs for a sign-in. */
export const areComplete = (credentials: Credentials): boolean =>
  credentials.kind === 'password'
    ? credentials.username !== '' && credentials.password !== ''
    : isMobile(credentials.mobile) && isSmsCode(credentials.code);

/** A signature that waits for its signer's password. */
export type SigningRequest = {
  /** Returns why the password was refused, or null if the signature goes on. */
  readonly submit: (password: string) => Promise<string | null>;
  readonly cancel: () => void;
};

import { Code } from '../../contract/envelope.ts';
import type { Failure } from '../../contract/operation.ts';

const fields: Readonly<Record<number, 'oldPassword' | 'newPassword'>> = {
  [Code.wrongPassword]: 'oldPassword',
  [Code.weakPassword]: 'newPassword',
};

/** Which password field a refusal is about; null if neither. */
export const passwordProblem = ({ code }: Failure): 'oldPassword' | 'newPassword' | null =>
  code === null ? null : (fields[code] ?? null);

/** The proof of the old number has expired: the change must start again. */
export const needsNewProof = ({ code }: Failure): boolean => code === Code.changeTokenUnknown;

/** Whether a refusal is about the number (already in use), not about the code. */
export const isAboutMobile = ({ code, data }: Failure): boolean =>
  code === Code.badRequest && typeof data === 'object' && data !== null && 'field' in data && data.field === 'mobile';

import { Code } from '../../contract/envelope.ts';
import type { Failure } from '../../contract/operation.ts';

const fields: Readonly<Record<number, 'oldPassword' | 'newPassword'>> = {
  [Code.wrongPassword]: 'oldPassword',
  [Code.weakPassword]: 'newPassword',
};

/** Which of the two passwords a refusal is about; null when it is about neither. */
export const passwordProblem = ({ code }: Failure): 'oldPassword' | 'newPassword' | null =>
  code === null ? null : (fields[code] ?? null);

/** The proof of the old number has run out: the change has to begin anew. */
export const needsNewProof = ({ code }: Failure): boolean => code === Code.changeTokenUnknown;

/** A refusal about the number itself, not about the code: somebody else has it. */
export const isAboutMobile = ({ code, data }: Failure): boolean =>
  code === Code.badRequest && typeof data === 'object' && data !== null && 'field' in data && data.field === 'mobile';

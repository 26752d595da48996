import { createHmac, hash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits that is safe in URLs. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash under which a secret is stored. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');

/** The successor of a token: always the same for the same token, so that a repeated renewal gets it again. */
export const successorOf = (key: string, kind: 'access' | 'refresh', presented: string): string =>
  createHmac('sha256', key).update(`${kind}:${presented}`).digest('base64url');

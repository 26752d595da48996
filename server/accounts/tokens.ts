import { createHmac, hash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits, safe in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is kept of a secret. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');

/** The one token that follows another: whoever presents the same token again within the grace window gets the same. */
export const successorOf = (key: string, kind: 'access' | 'refresh', presented: string): string =>
  createHmac('sha256', key).update(`${kind}:${presented}`).digest('base64url');

import { createHmac, randomUUID } from 'node:crypto';

/** Letters and digits that nobody confuses when they read them out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 12;

/**
 * A password for one sign-in, of about 59 bits. It follows from the platform's secret and the request, so that a repeated
 * request shows the same password and no copy of it is stored.
 */
export function oneTimePassword(secret: string, request: string = randomUUID()): string {
  const bytes = createHmac('sha512', secret).update(request).digest();
  const characters = [...bytes]
    .filter((byte) => byte < alphabet.length * 8)
    .map((byte) => alphabet[byte % alphabet.length]);
  const text = characters.slice(0, length).join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

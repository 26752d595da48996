import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signingKey } from '../db/schema/signatures.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Log } from '../log.ts';

const [ivBytes, tagBytes] = [12, 16];

type Owner = { hospitalId: string; staffId: string };

/** Seals and opens the private keys with AES-256-GCM; a sealed key opens only for its owner. */
function createSeal(secret: string) {
  const key = hash('sha256', secret, 'buffer');
  const ownerOf = ({ hospitalId, staffId }: Owner) => Buffer.from(`${hospitalId}/${staffId}`);
  return {
    seal(owner: Owner, plain: Buffer): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(ownerOf(owner));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(owner: Owner, sealed: string): Buffer {
      const bytes = Buffer.from(sealed, 'base64');
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(ownerOf(owner));
      opened.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([opened.update(bytes.subarray(ivBytes + tagBytes)), opened.final()]);
    },
  };
}

/** Opens a sealed key; null if it was sealed with another secret or has been changed. */
function openOrNull(open: () => Buffer): KeyObject | null {
  try {
    return createPrivateKey({ key: open(), format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}

/** The Ed25519 keys of doctors and reviewers; each is created when its owner first signs. */
export function createSigningKeys(secret: string, log: Pick<Log, 'error'>) {
  const { seal, open } = createSeal(secret);

  /** The key with which this person signs; null if the platform's secret no longer opens it. */
  return async function keyOf(
    tx: Transaction,
    staffId: string,
    at: number,
  ): Promise<{ keyId: string; privateKey: KeyObject } | null> {
    const owner = { hospitalId: tx.hospitalId, staffId };
    const own = () => tx.first(signingKey, eq(signingKey.staffId, staffId));
    let row = await own();
    if (!row) {
      const pair = generateKeyPairSync('ed25519', {
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'der' },
      });
      const publicKey = pair.publicKey.toString('base64');
      const values = {
        tenantId: tx.hospitalId,
        staffId,
        publicKey,
        sealedKey: seal(owner, pair.privateKey),
        createTime: at,
      };
      await tx.db.insert(signingKey).values(values).onConflictDoNothing();
      row = await own();
    }
    if (!row) throw new Error(`the signing key of ${staffId} was not stored`);
    const { id, sealedKey } = row;
    const privateKey = openOrNull(() => open(owner, sealedKey));
    if (privateKey === null)
      log.error('a signing key cannot be opened: restore the secret "signing keys" from the backup', { key: id });
    return privateKey && { keyId: id, privateKey };
  };
}

export type KeyOf = ReturnType<typeof createSigningKeys>;

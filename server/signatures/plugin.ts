import type { FastifyInstance } from 'fastify';
import { unlockSigning, verifyPrescription } from '../../contract/extension/signing.ts';
import { route } from '../http/route.ts';
import { type UnlockNeeds, unlock } from './unlock.ts';
import { type VerifyNeeds, verify } from './verify.ts';

/** Proving the password before signing, and the public check of a signed prescription. */
export async function signaturesPlugin(app: FastifyInstance, needs: UnlockNeeds & VerifyNeeds): Promise<void> {
  app.addOperations([route(unlockSigning)(unlock(needs)), route(verifyPrescription)(verify(needs))]);
}

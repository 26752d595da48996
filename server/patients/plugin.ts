import type { FastifyInstance } from 'fastify';
import { patientLogin } from '../../contract/extension/patient.ts';
import { route } from '../http/route.ts';
import { patientSignIn, type SignInNeeds } from './signIn.ts';

/** The sign-in of patients; their orders belong to the orders plugin. */
export async function patientsPlugin(app: FastifyInstance, needs: SignInNeeds): Promise<void> {
  app.addOperations([route(patientLogin)(patientSignIn(needs))]);
}

import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

type Needs = Pick<Settings, 'apiPrefix' | 'socketPath' | 'fileHost' | 'testHospitalHost' | 'brand'>;

/** Tells the workstation where everything is; empty hosts mean "where you were loaded from". */
export const runtimeConfig =
  ({ apiPrefix, socketPath, fileHost, testHospitalHost, brand }: Needs) =>
  async (app: FastifyInstance) => {
    const config = { apiHost: '', apiPrefix, socketHost: '', socketPath, fileHost, testHospitalHost, brand };
    app.get('/config.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(config));
  };

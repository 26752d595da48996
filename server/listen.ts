import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';
import { reasonOf, StartFailure } from './startFailure.ts';

/** Starts to listen; resolves to the address for a browser on this machine. */
export async function listen(app: FastifyInstance, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartFailure(`Port ${port} is in use. Stop the program that uses it, or set PORT.`);
    if (code === 'EACCES')
      throw new StartFailure(`Port ${port} may not be used by this user. Set PORT to 1024 or above.`);
    throw new StartFailure(`Port ${port} on ${host} cannot be opened: ${reasonOf(cause)}`);
  }
  const address = app.server.address();
  const open = typeof address === 'object' && address ? address.port : port;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${open}`;
}

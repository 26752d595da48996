import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';
import { reasonOf, StartFailure } from './startFailure.ts';

type Address = Pick<Settings, 'port' | 'host'>;

/** Why the port does not open, with the variable that sets it. */
function portFailure(cause: unknown, { port, host }: Address, variable: string): StartFailure {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartFailure(`Port ${port} is in use. Stop the program that uses it, or set ${variable}.`);
  if (code === 'EACCES')
    return new StartFailure(`Port ${port} may not be used by this user. Set ${variable} to 1024 or above.`);
  return new StartFailure(`Port ${port} on ${host} cannot be opened: ${reasonOf(cause)}`);
}

/** Starts the listener for `/metrics`. */
export async function listenForMetrics(server: Server, port: number, host: string): Promise<Server> {
  try {
    server.listen({ port, host });
    await once(server, 'listening');
    return server;
  } catch (cause) {
    throw portFailure(cause, { port, host }, 'METRICS_PORT');
  }
}

/** Starts to listen; resolves to the address for a browser on this machine. */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (cause) {
    throw portFailure(cause, { port, host }, 'PORT');
  }
  const address = app.server.address();
  const open = typeof address === 'object' && address ? address.port : port;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${open}`;
}

const maxTurns = 10_000;

/** Accepts what the system has already connected, which closing would reset. Each turn of the event loop accepts one. */
async function acceptWaiting(server: Server): Promise<void> {
  let quietTurns = 0;
  const onAccepted = () => {
    quietTurns = 0;
  };
  server.on('connection', onAccepted);
  for (let turns = 0; quietTurns < 2 && turns < maxTurns; turns += 1) {
    quietTurns += 1;
    await setImmediate();
  }
  server.off('connection', onAccepted);
}

/**
 * Closes the port, so that balancers connect to another process, and goes on serving the established connections: the
 * HTTP server's own `close` would also end idle ones, on which a call may be under way.
 */
export async function stopAccepting(app: FastifyInstance): Promise<void> {
  // With several addresses the end of the first one would end the connections of the others.
  if (app.addresses().length > 1) return;
  await acceptWaiting(app.server);
  NetServer.prototype.close.call(app.server);
}

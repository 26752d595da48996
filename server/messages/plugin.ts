import type { FastifyInstance } from 'fastify';
import * as extension from '../../contract/extension/im.ts';
import { getImConfig, queryImMessages } from '../../contract/http/im.ts';
import { route } from '../http/route.ts';
import { raiseRead, sendMessage, socketConfig } from './calls.ts';
import { pullEvents, readMessages } from './history.ts';
import type { Messages } from './messages.ts';

type Needs = { messages: Messages; socketPath: string };

/** Conversations over HTTP: history and back-fill; sending and reading, for networks that allow no socket. */
export async function messagesPlugin(app: FastifyInstance, { messages, socketPath }: Needs): Promise<void> {
  app.addOperations([
    route(getImConfig)(socketConfig(socketPath)),
    route(queryImMessages)(readMessages),
    route(extension.pullMessages)(pullEvents),
    route(extension.sendMessage)(sendMessage(messages)),
    route(extension.readMessages)(raiseRead(messages)),
  ]);
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/** A minimal Socket.IO server: it acknowledges everything and checks nothing. */
const server = createServer();
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
let stored = 0;
io.on('connection', (socket) => {
  socket.on('message:send', (message: { clientMessageId: string }, ack: (answer: object) => void) => {
    stored += 1;
    ack({ ok: true, clientMessageId: message.clientMessageId, id: String(stored), seq: stored, sendTime: Date.now() });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));

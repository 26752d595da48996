import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { createBatchQueue } from '../../server/db/batchQueue.ts';
import { ofHospital } from '../../server/db/connection.ts';
import { openEmbeddedStore, openPostgresStore } from '../../server/db/open.ts';
import { insertMessages, type NewMessage, type StoredMessage } from '../../server/messages/insertMessages.ts';
import { insertHospital } from '../../tests/support/consultations.ts';
import { withOwner } from '../../tests/support/database.ts';

/** Plain WebSockets over the same batches: stored, acknowledged and forwarded without authorisation. */
const people = Number(process.env.PEOPLE ?? 0);
const url = process.env.DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'cloudroom-bench-'));
const store = url ? await openPostgresStore(url, () => {}) : await openEmbeddedStore(folder, () => process.exit(1));
const { hospitalId, order } = await insertHospital(withOwner(store.db));
const append = createBatchQueue<NewMessage, StoredMessage | null>({
  run: (lines) => insertMessages(ofHospital(store.db, hospitalId), lines),
  maxItems: 200,
});

const places: { conversationId: string; from: NewMessage['from'][]; links: (WebSocket | null)[] }[] = [];
for (let n = 0; n < people; n += 1) {
  const { conversationId, doctor, patient } = await order(OrderStatus.active);
  const from: NewMessage['from'][] = [
    { hospitalId, id: doctor?.id ?? '', type: 2 },
    { hospitalId, id: patient.id, type: 1 },
  ];
  places.push({ conversationId, from, links: [null, null] });
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (link, request) => {
  const [place = 0, side = 0] = (request.url ?? '').slice(1).split('/').map(Number);
  const at = places[place];
  if (!at) return link.close();
  at.links[side] = link;
  const from = at.from[side];
  const other = 1 - side;
  link.on('message', async (data) => {
    const { clientMessageId, content } = JSON.parse(String(data)) as { clientMessageId: string; content: string };
    const { conversationId } = at;
    if (!from) return;
    const written = await append({
      from,
      actor: null,
      conversationId,
      clientMessageId,
      type: 101,
      content,
      sendTime: Date.now(),
    });
    const seq = written?.row.seq ?? 0;
    link.send(JSON.stringify({ ack: clientMessageId, seq }));
    at.links[other]?.send(JSON.stringify({ clientMessageId, content, seq }));
  });
});
server.on('listening', () => {
  const address = server.address();
  process.send?.({ url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` });
});
process.once('disconnect', () => process.exit(0));

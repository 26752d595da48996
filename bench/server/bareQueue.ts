import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * The least that can show a change to somebody else: a change that one client posts is pushed to a page, which puts it into
 * a row without a library. No permission, no database, no trail. With `pull` the push says only that something changed,
 * and the page asks for it.
 */
const page = `<!doctype html><meta charset="utf-8"><table class="queue-table"><tbody></tbody></table><script>
const body = document.querySelector('tbody');
const show = ({ number, holder }) => {
  const row = document.getElementById(number) ?? body.insertRow(0);
  row.id = number;
  row.dataset.index = '';
  row.textContent = '';
  for (const text of [number, holder]) row.insertCell().textContent = text;
  while (body.rows.length > 24) body.lastElementChild.remove();
};
const socket = new WebSocket(location.href.replace('http', 'ws'));
socket.onmessage = async ({ data }) => show(data === '' ? await (await fetch('/latest')).json() : JSON.parse(data));
</script>`;

let latest = '{}';
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (request.method !== 'POST') {
    const isPage = path !== '/latest';
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json').end(isPage ? page : latest);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    latest = Buffer.concat(chunks).toString();
    for (const socket of sockets.clients) socket.send(path === '/pull' ? '' : latest);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
const sockets = new WebSocketServer({ server });
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));

// Loaded before a platform on PostgreSQL: counts its statements, and kills it before or after the n-th one from now on.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

let sent = 0;
let killAt = { n: Number.POSITIVE_INFINITY, place: 'before' };
const die = () => process.kill(process.pid, 'SIGKILL');

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...given) {
  sent += 1;
  const isReached = sent === killAt.n;
  if (isReached && killAt.place === 'before') die();
  // The database is ready for another statement once it has run this one, before the platform reads the result.
  if (isReached) this.connection.prependOnceListener('readyForQuery', die);
  return query.apply(this, given);
};

/** Answers "count" with the statements since the last request, and "before n" or "after n" once the kill is set. */
const control = createServer((client) => {
  client.on('error', () => {});
  client.on('data', (asked) => {
    const [place, n] = String(asked).split(' ');
    killAt = { n: n === undefined ? Number.POSITIVE_INFINITY : Number(n), place };
    client.end(String(sent));
    sent = 0;
  });
});
const path = process.env.KILL_SOCKET ?? '';
// The threads of the platform load this too, and send no statements.
if (isMainThread) {
  rmSync(path, { force: true });
  control.listen(path).unref();
}

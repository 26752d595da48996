// The thread that the embedded database lives in: a scan of 100,000 rows would block the server's loop for 58 ms, an
// update with a checkpoint for 284 ms. Plain JavaScript, so that a thread can load it under any runner.
import { parentPort, workerData } from 'node:worker_threads';
import { createDurable, openDurable } from './durable.mjs';
import { createStatements } from './statements.mjs';

const asText = (value) => value;
// bigint, date, timestamp, timestamptz, interval and their arrays stay text, as drizzle and pg have them.
const parsers = Object.fromEntries(
  [20, 1082, 1114, 1184, 1186, 1231, 1115, 1185, 1187, 1182].map((oid) => [oid, asText]),
);

const plain = ({ message, code, constraint, detail, table, column, severity }) => ({
  message,
  fields: { code, constraint, detail, table, column, severity },
});

let pg;
let query;
const work = {
  create: () => createDurable(workerData.folder),
  open: async () => {
    pg = await openDurable(workerData.folder, { parsers });
    query = createStatements(pg);
  },
  query: ({ text, params, rowMode }) => query(text, params, rowMode),
  exec: async ({ text }) => void (await pg.exec(text)),
  close: () => pg.close(),
};

let last = Promise.resolve();
parentPort.on('message', ({ call, kind, ...what }) => {
  last = last.then(async () => {
    try {
      const result = await work[kind](what);
      parentPort.postMessage({ call, result: result && { rows: result.rows, affectedRows: result.affectedRows } });
    } catch (cause) {
      parentPort.postMessage({ call, failure: plain(cause) });
    }
    if (kind === 'close') parentPort.close();
  });
});

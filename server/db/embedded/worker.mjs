// The thread of the embedded database: on the main thread a scan of 100,000 rows blocks the event loop for 58 ms, an update
// with a checkpoint for 284 ms. It is plain JavaScript, so that a thread can load it under any runner.
import { constants, cpSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createDurable, openDurable } from './durable.mjs';
import { createStatements } from './statements.mjs';

const asText = (value) => value;
// bigint, date, timestamp, timestamptz, interval and their arrays stay text, as drizzle expects.
const parsers = Object.fromEntries(
  [20, 1082, 1114, 1184, 1186, 1231, 1115, 1185, 1187, 1182].map((oid) => [oid, asText]),
);

const plainError = ({ message, code, constraint, detail, table, column, severity }) => ({
  message,
  fields: { code, constraint, detail, table, column, severity },
});

let pg;
let query;
const handlers = {
  create: () => createDurable(workerData.folder),
  open: async () => {
    pg = await openDurable(workerData.folder, { parsers });
    query = createStatements(pg);
  },
  query: ({ text, params, rowMode, scope }) => query(text, params, rowMode, scope),
  exec: async ({ text }) => void (await pg.exec(text)),
  copy: async ({ to }) => {
    const { rows } = await pg.query("select current_setting('role') as role");
    // Everything is in the files once the checkpoint is done, and this thread alone writes them.
    await pg.exec('RESET ROLE; CHECKPOINT');
    if (rows[0].role !== 'none') await pg.query("select set_config('role', $1, false)", [rows[0].role]);
    cpSync(workerData.folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE, errorOnExist: true });
  },
  close: () => pg.close(),
};

let last = Promise.resolve();
parentPort.on('message', ({ call, kind, ...fields }) => {
  last = last.then(async () => {
    try {
      const result = await handlers[kind](fields);
      parentPort.postMessage({ call, result: result && { rows: result.rows, affectedRows: result.affectedRows } });
    } catch (cause) {
      parentPort.postMessage({ call, failure: plainError(cause) });
    }
    if (kind === 'close') parentPort.close();
  });
});

// Runs queries of the embedded database as prepared statements: one call into the database where PGlite's own query()
// makes six, and no parsing and seldom any planning of what was asked before (measured: 0.47 ms -> 0.15 ms a look-up).
import { protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

const mostKept = 300;
/** A plan is made for the tables as they were; tables grow, so none is used for longer. */
const planMs = 30_000;
/** Longer ones are long lists of values, seldom asked twice. */
const longestKept = 5_000;
const changesTables = /^\s*(create|alter|drop|truncate)\b/i;

const together = (parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const named = (messages, name) => messages.find((message) => message.name === name);

/** The rows of an answer, and how many a write has touched. */
function resultOf(messages, { fields, rowMode, parsers }) {
  const read = fields.map(({ dataTypeID }) => parsers[dataTypeID] ?? ((value) => value));
  const valueAt = (value, n) => (value === null ? null : read[n](value, fields[n].dataTypeID));
  const rows = [];
  for (const message of messages) {
    if (message.name !== 'dataRow') continue;
    if (rowMode === 'array') rows.push(message.fields.map(valueAt));
    else {
      const row = {};
      for (const [n, value] of message.fields.entries()) row[fields[n].name] = valueAt(value, n);
      rows.push(row);
    }
  }
  const [command, ...counts] = (named(messages, 'commandComplete')?.text ?? '').split(' ');
  return { rows, affectedRows: command === 'SELECT' ? 0 : Number(counts.at(-1) ?? 0) || 0 };
}

/** The prepared statements of one connection, the least used forgotten first. */
export function createStatements(pg, now = Date.now) {
  const kept = new Map();
  let made = 0;

  const ask = (...parts) => pg.execProtocolStream(together([...parts, serialize.sync()]), { syncToFs: false });

  async function forget(text) {
    const { name } = kept.get(text);
    kept.delete(text);
    await ask(serialize.close({ type: 'S', name }));
  }

  async function prepare(text) {
    const name = `s${++made}`;
    const messages = await ask(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement = {
      name,
      until: now() + planMs,
      types: named(messages, 'parameterDescription')?.dataTypeIDs ?? [],
      fields: named(messages, 'rowDescription')?.fields ?? [],
    };
    kept.set(text, statement);
    return statement;
  }

  async function statementOf(text) {
    const known = kept.get(text);
    if (known !== undefined && known.until > now()) {
      // Moved to the end, so that the first is the one unused for longest.
      kept.delete(text);
      kept.set(text, known);
      return known;
    }
    if (known !== undefined) await forget(text);
    else if (kept.size >= mostKept) await forget(kept.keys().next().value);
    return prepare(text);
  }

  const written = (value, type) => {
    if (value === null || value === undefined) return null;
    const serializer = pg.serializers[type];
    return serializer ? serializer(value) : value.toString();
  };

  return async function query(text, params = [], rowMode = 'object') {
    // What was prepared may not fit tables that have been changed.
    if (changesTables.test(text)) for (const known of [...kept.keys()]) await forget(known);
    if (changesTables.test(text) || text.length > longestKept) {
      const { rows, affectedRows } = await pg.query(text, params, { rowMode });
      return { rows, affectedRows };
    }
    const { name, types, fields } = await statementOf(text);
    const values = params.map((value, n) => written(value, types[n]));
    const messages = await ask(serialize.bind({ statement: name, values }), serialize.execute({}));
    return resultOf(messages, { fields, rowMode, parsers: pg.parsers });
  };
}

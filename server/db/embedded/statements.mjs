// Runs queries of the embedded database as prepared statements: one call into the database instead of the six of PGlite's
// query(), and no parsing and rarely any planning of repeated statements (measured: 0.15 ms a look-up instead of 0.47).
import { protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

const maxStatements = 300;
/** Plans become outdated as tables grow, so a statement is prepared again after this. */
const planMs = 30_000;
/** Longer statements are lists of values that seldom repeat. */
const maxPreparedLength = 5_000;
const changesTables = /^\s*(create|alter|drop|truncate)\b/i;

const concatenate = (parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const messageNamed = (messages, name) => messages.find((message) => message.name === name);

/** The messages after those of the scope, which has no result of its own. */
const withoutScope = (messages) => messages.slice(messages.findIndex(({ name }) => name === 'commandComplete') + 1);

/** The rows of a result, and the number of rows that a write affected. */
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
  const [command, ...counts] = (messageNamed(messages, 'commandComplete')?.text ?? '').split(' ');
  return { rows, affectedRows: command === 'SELECT' ? 0 : Number(counts.at(-1) ?? 0) || 0 };
}

/** The prepared statements of one connection; the least recently used are closed first. */
export function createStatements(pg, now = Date.now) {
  const prepared = new Map();
  let count = 0;

  const send = (...parts) => pg.execProtocolStream(concatenate([...parts, serialize.sync()]), { syncToFs: false });

  async function close(text) {
    const { name } = prepared.get(text);
    prepared.delete(text);
    await send(serialize.close({ type: 'S', name }));
  }

  async function parse(name, text) {
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    return {
      name,
      until: now() + planMs,
      types: messageNamed(messages, 'parameterDescription')?.dataTypeIDs ?? [],
      fields: messageNamed(messages, 'rowDescription')?.fields ?? [],
    };
  }

  /** A statement without a name, which the next one replaces. */
  const prepareOnce = (text) => parse('', text);

  async function prepare(text) {
    const statement = await parse(`s${++count}`, text);
    prepared.set(text, statement);
    return statement;
  }

  async function statementOf(text) {
    const known = prepared.get(text);
    if (known !== undefined && known.until > now()) {
      // Moved to the end, so that the first one is the least recently used.
      prepared.delete(text);
      prepared.set(text, known);
      return known;
    }
    if (known !== undefined) await close(text);
    else if (prepared.size >= maxStatements) await close(prepared.keys().next().value);
    return prepare(text);
  }

  const serialise = (value, type) => {
    if (value === null || value === undefined) return null;
    const serializer = pg.serializers[type];
    return serializer ? serializer(value) : value.toString();
  };

  /** The statement that sets the scope of the one after it, for the transaction that both are. */
  async function scopeParts(scope) {
    if (!scope) return [];
    const { name } = await statementOf(scope.text);
    return [serialize.bind({ statement: name, values: scope.values }), serialize.execute({})];
  }

  return async function query(text, params = [], rowMode = 'object', scope = undefined) {
    // Prepared statements may not fit changed tables.
    if (changesTables.test(text)) for (const known of [...prepared.keys()]) await close(known);
    if (changesTables.test(text) && !scope) {
      const { rows, affectedRows } = await pg.query(text, params, { rowMode });
      return { rows, affectedRows };
    }
    const before = await scopeParts(scope);
    const { name, types, fields } = text.length > maxPreparedLength ? await prepareOnce(text) : await statementOf(text);
    const values = params.map((value, n) => serialise(value, types[n]));
    const messages = await send(...before, serialize.bind({ statement: name, values }), serialize.execute({}));
    const own = scope ? withoutScope(messages) : messages;
    return resultOf(own, { fields, rowMode, parsers: pg.parsers });
  };
}

// Loaded before a platform: a statement whose parameters contain FAILING_MARKER fails, with an error that quotes them.
import { Worker } from 'node:worker_threads';

const { FAILING_MARKER: marker = '' } = process.env;
const { postMessage } = Worker.prototype;

Worker.prototype.postMessage = function (asked, ...rest) {
  const quoted = JSON.stringify(asked?.params ?? []);
  if (!quoted.includes(marker)) return postMessage.call(this, asked, ...rest);
  const fields = {
    code: '22P02',
    detail: `Failing row contains ${quoted}`,
    table: 'case_info',
    constraint: 'case_key',
  };
  const failure = { message: `invalid input syntax: ${quoted}\n    at ${quoted}`, fields };
  setImmediate(() => this.emit('message', { call: asked.call, failure }));
};

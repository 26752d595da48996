import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';

/** Words that only the wire and the schema use; own code has another one for each. */
const instead: Readonly<Record<string, string>> = {
  drug: 'medicine',
  drugs: 'medicines',
  audit: 'review',
  auditor: 'reviewer',
  auditors: 'reviewers',
  tenant: 'hospital',
  tenants: 'hospitals',
  tenanted: 'hospitalStore',
  voided: 'cancelled',
  desk: 'what it is: layout, services, screen',
  desks: 'what they are',
  gate: 'what it is: state, permission, confirmation',
  gates: 'what they are',
  settle: 'what it does: reconcile, flush, finish',
  settles: 'what it does',
  held: 'what it is: leased, pending, rateLimited, outOfOrder',
};

/** Names that browsers have stored, and codes of findings and of tables, which stay as they are. */
const stored = [
  ...['desk', 'held', 'settles', 'faultyDrug', 'retiredDrug', 'unknownDrug', 'drugUnknown', 'tooManyDrugs'],
  ...['drugNameEn', 'drugProperties', 'auditorMayReviewOwn', 'auditorName', 'AuditPage', 'MyAuditRecord'],
  ...['AuditStatus', 'Audit_Status', 'currentAuditStatus'],
];

/** What leaves rows on the audit trail has that name everywhere. */
const ofTrail = new Set(['audited', 'auditTrail']);

const partsOf = (name: string) => name.split(/(?=[A-Z])|[_\d]+/).map((part) => part.toLowerCase());
const isColumnOrAccount = /^([a-z]+_[a-z_]+|auditor\d+)$/;
const wordIn = (name: string) =>
  ofTrail.has(name) || isColumnOrAccount.test(name)
    ? undefined
    : partsOf(name).find((part) => Object.hasOwn(instead, part));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|kits\//.test(file))
    .map((file) => join(folder, file));

const isForeign = (file: string) => /^(contract|server\/db\/schema)\//.test(file);
const files = [
  'contract',
  'clinical',
  'src',
  'server',
  'simulator',
  'conformance',
  'scripts',
  'bench',
  'workbench',
  'tests',
].flatMap(filesIn);
const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const patterns = /\/[^/\n*]+\/[gimsuy]*(?=[,);.\]])/g;
const statements = /sql(?:<[^`]*>)?`[^`]*`/g;
/** The code of a file without strings, patterns, comments and statements of the database. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8').replace(strings, "''").replace(comments, '').replace(patterns, '').replace(statements, '');
const codes = files.map((file) => ({ file, code: codeOf(file) }));
const namesIn = (code: string) => new Set(code.match(/[A-Za-z_]\w*/g));
const rather = (file: string, name: string) => `${file}: ${name}, rather ${instead[wordIn(name) ?? '']}`;

/** Names on the wire and in the schema, which own code may repeat as properties. */
const foreign = new Set([
  ...stored,
  ...codes.filter(({ file }) => isForeign(file)).flatMap(({ code }) => [...namesIn(code)]),
]);
const own = codes.filter(
  ({ file }) => !isForeign(file) && file !== 'tests/words.test.ts' && !file.startsWith('src/locales/'),
);

test('own code has one word for each thing', () => {
  const found = own.flatMap(({ file, code }) =>
    [...namesIn(code)]
      .filter((name) => wordIn(name) !== undefined && !foreign.has(name))
      .map((name) => rather(file, name)),
  );
  expect(found).toEqual([]);
});

/** Here an answer is held back by the test. */
const heldAnswers = 'tests/support/actors.ts';

test('no variable, function or type of own code is called by a word of the wire alone', () => {
  const declared = /\b(?:const|let|function|interface|class)\s+(\w+)|\btype\s+(\w+)\s*[=<]/g;
  const found = own.flatMap(({ file, code }) =>
    [...code.matchAll(declared)]
      .map(([, value, type]) => value ?? type ?? '')
      .filter((name) => Object.hasOwn(instead, name) && !(name === 'held' && file === heldAnswers))
      .map((name) => rather(file, name)),
  );
  expect(found).toEqual([]);
});

test('texts for people say medicine, review, hospital and cancelled', () => {
  const texts = [...filesIn('src/locales/en'), 'server/http/wordings.ts', 'server/http/codeWordings.ts'].map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );
  const wrong = /\b(?:drugs?(?! (?:allerg|safety))|auditors?|audits?|tenants?|void(?:ed)?)\b/gi;
  const words = texts.flatMap(([file, source]) =>
    [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"/g)].flatMap(([, one, other]) => {
      const text = (one ?? other ?? '').replace(/\{[^}]*\}|tenant-id/g, '');
      return text.includes(' ') ? (text.match(wrong) ?? []).map((word) => `${file}: ${word} in “${text}”`) : [];
    }),
  );
  expect(words).toEqual([]);
});

/** Sentences of a comment: what ends with a point before a capital letter, a name in backquotes or the end. */
const sentencesIn = (comment: string) =>
  (
    comment
      .replace(/^\s*\*+ ?/gm, '')
      .replace(/\s+/g, ' ')
      .match(/[.!?](?=\s+[A-Z`]|\s*$)/g) ?? []
  ).length;

test('a docstring says what its thing is in at most three sentences', () => {
  const ofProduct = files.filter((file) => !/^(bench|tests)\//.test(file));
  const long = ofProduct.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g)]
      .filter(([, comment = '']) => sentencesIn(comment) > 3)
      .map(([, comment = '']) => `${file}: ${comment.trim().slice(0, 80)}`),
  );
  expect(long).toEqual([]);
});

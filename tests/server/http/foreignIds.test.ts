import { desc, eq, sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { login } from '../../../contract/http/auth.ts';
import { orderDetail } from '../../../contract/http/consult.ts';
import { getPrescription } from '../../../contract/http/prescription.ts';
import { getCase } from '../../../contract/http/record.ts';
import type { Operation } from '../../../contract/operation.ts';
import { clientEvents } from '../../../contract/socket.ts';
import { imEvent } from '../../../server/db/schema/messages.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { patientFact } from '../../../server/db/schema/patients.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenanted } from '../../../server/db/tenanted.ts';
import { examplesOf, type Path, replacedAt } from '../../support/callInputs.ts';
import { requestOf } from '../../support/callRequests.ts';
import { allCalls, type CallWorld, openCallWorld } from '../../support/callWorld.ts';
import { type Copy, colleague, contentOf, copyWorld, nothing, otherHospital } from '../../support/copiedWorlds.ts';
import { type Demonstration, openDemonstration } from '../../support/demonstration.ts';
import { newMessageId } from '../../support/messageId.ts';
import { demoPassword } from '../../support/signIn.ts';

vi.setConfig({ testTimeout: 600_000 });

let platform: Demonstration;
let world: CallWorld;
let listening: Promise<string>;
/** Objects of the caller's own hospital that are of another kind or role than a field wants. */
let own: { message: string; auditor: string; draft: string; fact: string };
/** The id in the example of a call. */
const exampleId = (name: string, operation: Operation): string => {
  const input: Inputs | undefined = world.inputsOf(name, operation, () => 'words')[0];
  return String(input?.query.id);
};

beforeAll(async () => {
  platform = await openDemonstration();
  const { db } = platform;
  // Messages get ids that no object of another kind has.
  await db.execute(sql`select setval('im_event_id_seq', 40000000)`);
  world = await openCallWorld(platform.send);
  const message = await db.select({ id: imEvent.id }).from(imEvent).orderBy(desc(imEvent.id)).limit(1);
  const auditor = await db.select({ id: staff.id }).from(staff).where(eq(staff.username, 'auditor01'));
  const [order] = await db.select().from(consultOrder).where(eq(consultOrder.conversationId, world.conversationId));
  const fact = await tenanted(db, '1').add(patientFact, {
    patientId: order?.patientId ?? '',
    value: { kind: 'weight', kg: 60 },
    confirmed: false,
    origin: 'patient',
    createTime: 0,
  });
  own = {
    message: message[0]?.id ?? '',
    auditor: auditor[0]?.id ?? '',
    draft: exampleId('getPrescription', getPrescription),
    fact: fact.id,
  };
  for (const copy of [otherHospital, colleague]) await copyWorld(db, copy);
  listening = platform.listen();
  await listening;
}, 240_000);
afterAll(() => platform?.close());

/** The part of JSON Schema that names fields. */
type Node = {
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  allOf?: readonly Node[];
  items?: Node;
  properties?: Record<string, Node>;
};

type Whose = 'otherHospital' | 'colleague' | 'otherKind' | 'otherRole';

const namesObject = /^(id|.*Ids?|orderNo|visitNo)$/;
/**
 * Fields that look so and name no object: names of a request, positions in a list, codes of dictionaries; the lease, which is
 * a secret of its holder; and the place in stock, which the platform looks up itself.
 */
const namesNothing =
  /^(clientMessageId|clientRequestId|uploadId|clientUid|minId|maxId|lastId|areaId|deptId|leaseId|inventoryId)$/;

/** Numbers of departments count in their hospital alone, and a dry run has a name that its client made. */
const namesWithin = ['updateDepartment body.id', 'retireDepartment body.id', 'applyImport body.id'];

const linkKey = /(\/files\/)([\w-]{20,60}\.\w{2,4})/;

/** The same object's name in a copy of the world; null for what names no object. */
function inCopy(field: string, value: unknown, { by, mark }: Copy): string | null {
  if (typeof value !== 'string') return null;
  if (linkKey.test(value)) return value.replace(linkKey, `$1${mark}$2`);
  if (!namesObject.test(field) || namesNothing.test(field)) return null;
  if (field.endsWith('No')) return `${value}${mark}`;
  return /^[1-9]\d{0,7}$/.test(value) ? String(Number(value) + by) : null;
}

/** Every text in a value with its path and the name of its field. */
function textsIn(value: unknown, path: Path = []): { path: Path; field: string; value: string }[] {
  if (typeof value === 'string')
    return [{ path, field: String(path.findLast((part) => typeof part === 'string')), value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Every field of every call that names an object by its schema, such as `saveCase body.diagnosisList.id`. */
function idsOfCalls(): string[] {
  const within = (node: Node, path: string): string[] => [
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((one) => within(one, path)),
    ...(node.items ? within(node.items, path) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([field, one]) => [
      ...(namesObject.test(field) && !namesNothing.test(field) ? [`${path}.${field}`] : []),
      ...within(one, `${path}.${field}`),
    ]),
  ];
  const found = allCalls.flatMap(([name, operation]) =>
    (['query', 'body'] as const).flatMap((part) =>
      within(
        z.toJSONSchema(operation[part], { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node,
        part,
      ).map((path) => `${name} ${path}`),
    ),
  );
  return [...new Set(found)];
}

/** An answer without what differs between two equal requests: the named object, times and generated ids. */
const comparable = (answer: string, named: string) =>
  answer
    .replaceAll(named, '<named>')
    .replaceAll(encodeURIComponent(named), '<named>')
    .replace(/\b1[6-9]\d{11}\b/g, '<time>')
    .replace(/"version":\d+/g, '"version":<version>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>');

/** Fields in which a colleague's object is no secret, besides those of auditors and administrators, who work for all. */
const openToColleagues = [
  // Patients choose among all doctors, and reviewers decide on the certificates of all.
  'patientCreateOrder body.doctorId',
  'decideCertificates body.id',
];
/** Fields whose id is a word of the saved text: it is stored as it was sent, whatever it names. */
const storedAsSent = ['saveCase body.diagnosisList.0.id', 'saveTemplate body.content.diagnosisList.0.id'];

type Inputs = { query: Record<string, unknown>; body: Record<string, unknown> };

/** The inputs of a call with the objects that the world's examples leave out. */
function named(call: string, { query, body }: Inputs): Inputs[] {
  if (call === 'screenDrugs') return [{ query, body: { ...body, id: own.draft } }];
  if (call !== 'savePatientFacts') return [{ query, body }];
  const changes = [
    { op: 'confirm', id: own.fact },
    { op: 'withdraw', id: own.fact, reason: 'words' },
  ];
  return changes.map((change) => ({ query, body: { ...body, changes: [change] } }));
}

type Place = { call: string; access: string; path: string; field: string; value: string };

/** What a field gets instead of the caller's object, by whose it is. */
function foreignFor({ call, access, path, field, value }: Place): [Whose, string][] {
  const isReviewed = access === 'auditor' || access === 'administrator' || openToColleagues.includes(`${call} ${path}`);
  const isId = inCopy(field, value, nothing) !== null && namesObject.test(field) && !field.endsWith('No');
  const given: [Whose, string | null][] = [
    ['otherHospital', inCopy(field, value, otherHospital)],
    ['colleague', isReviewed ? null : inCopy(field, value, colleague)],
    ['otherKind', isId && field !== 'messageId' ? own.message : null],
    ['otherRole', isId && field === 'doctorId' ? own.auditor : isId && access === 'auditor' ? own.draft : null],
  ];
  return given.flatMap(([whose, put]): [Whose, string][] => (put === null || put === value ? [] : [[whose, put]]));
}

test('the copies are objects that work for their own people', async () => {
  for (const { by, mark, tenantId } of [otherHospital, colleague]) {
    const ask = async (operation: Operation, input: Record<string, unknown>, token: string | null) => {
      const request = requestOf(operation, input, input, token);
      const headers = { ...request.headers, 'tenant-id': String(tenantId) };
      return JSON.parse(await platform.send({ ...request, headers })) as { code: number; data: Record<string, string> };
    };
    const signedIn = await ask(login, { username: `doctor01${mark}`, password: demoPassword }, null);
    expect(signedIn.code).toBe(200);
    const token = signedIn.data.accessToken ?? null;
    const copyOf = (name: string, operation: Operation) => String(Number(exampleId(name, operation)) + by);
    for (const [name, operation] of [
      ['orderDetail', orderDetail],
      ['getPrescription', getPrescription],
      ['getCase', getCase],
    ] as const) {
      const id = copyOf(name, operation);
      expect([name, await ask(operation, { id }, token)]).toMatchObject([name, { code: 200, data: { id } }]);
    }
  }
});

test("each id of each call may be another doctor's or hospital's: the answer is that for one that does not exist", async () => {
  const different: string[] = [];
  const changed: string[] = [];
  const swapped = new Set<string>();
  let cells = 0;
  let before = await contentOf(platform.db);
  /** The versions that saved objects have now. */
  const versions = new Map<unknown, number>();
  for (const [name, operation] of allCalls) {
    const examples = () => world.inputsOf(name, operation, () => 'words').flatMap((input) => named(name, input));
    const answered = async (n: number, path: Path, put: string) => {
      const { query, body } = replacedAt(examples()[n], path, put) as Record<'query' | 'body', Record<string, unknown>>;
      const version = versions.get(body.id) ?? body.version;
      const answer = await world.call(name, operation, {
        query,
        body: version === undefined ? body : { ...body, version },
      });
      const { code, data } = JSON.parse(answer) as { code?: number; data?: { version?: number } | null };
      if (code === 200 && typeof data?.version === 'number' && body.id !== put) versions.set(body.id, data.version);
      return comparable(answer, put);
    };
    for (const [n, example] of examples().entries())
      for (const { path, field, value } of textsIn(example)) {
        const missing = inCopy(field, value, nothing);
        if (missing === null) continue;
        const expected = await answered(n, path, missing);
        const place = { call: name, access: operation.access, path: path.join('.'), field, value };
        for (const [whose, put] of foreignFor(place)) {
          cells += 1;
          swapped.add(`${name} ${path.filter((part) => typeof part === 'string').join('.')}`);
          const answer = await answered(n, path, put);
          if (answer !== expected)
            different.push(
              `${name} ${path.join('.')} ${whose}: ${answer.slice(0, 200)}, not ${expected.slice(0, 200)}`,
            );
        }
        const after = await contentOf(platform.db);
        const written = Object.keys(after).filter((table) => after[table] !== before[table]);
        if (written.length > 0) changed.push(`${name} ${path.join('.')}`);
        before = after;
      }
  }
  process.stdout.write(`${cells} cells of foreign ids in calls\n`);
  expect({ different, changed }).toEqual({ different: [], changed: storedAsSent });
  expect(cells).toBeGreaterThan(300);
  expect(idsOfCalls().filter((place) => !swapped.has(place))).toEqual(namesWithin);
  expect(platform.logged).toEqual([]);
});

test.each([
  ['doctor', () => world.doctor],
  ['patient', () => world.patient],
  ['auditor', () => world.auditor],
])('each id of each event of the socket that a %s sends may be foreign', async (_, token) => {
  const url = await listening;
  const auth = { token: token(), tenantId: '1' };
  const link = io(url, { path: '/infra/im', transports: ['websocket'], auth, forceNew: true });
  await new Promise<void>((resolve, reject) => link.once('connect', resolve).once('connect_error', reject));
  const heard: unknown[] = [];
  link.onAny((...event) => heard.push(event));
  const different: string[] = [];
  let cells = 0;
  const before = await contentOf(platform.db);
  for (const name of Object.keys(clientEvents) as (keyof typeof clientEvents)[]) {
    const known: Record<string, unknown> = {
      conversationId: world.conversationId,
      messageId: own.message,
      prescriptionId: own.draft,
      type: 101,
      content: JSON.stringify({ content: 'words' }),
    };
    const example = () =>
      examplesOf(clientEvents[name], (path) =>
        path.at(-1) === 'clientMessageId' ? newMessageId() : (known[String(path.at(-1))] ?? world.conversationId),
      )[0] ?? {};
    const answered = async (path: Path, put: string) => {
      const answer: unknown = await link.timeout(10_000).emitWithAck(name, replacedAt(example(), path, put));
      return comparable(JSON.stringify(answer), put);
    };
    for (const { path, field, value } of textsIn(example())) {
      const missing = inCopy(field, value, nothing);
      if (missing === null) continue;
      const expected = await answered(path, missing);
      for (const [whose, put] of foreignFor({ call: name, access: 'party', path: path.join('.'), field, value })) {
        cells += 1;
        const answer = await answered(path, put);
        if (answer !== expected) different.push(`${name} ${path.join('.')} ${whose}: ${answer}, not ${expected}`);
      }
    }
  }
  link.disconnect();
  process.stdout.write(`${cells} cells of foreign ids in events\n`);
  expect(different).toEqual([]);
  expect(heard).toEqual([]);
  expect(await contentOf(platform.db)).toEqual(before);
  expect(cells).toBeGreaterThan(20);
});

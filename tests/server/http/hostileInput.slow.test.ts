import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { uploadFile, uploadPart } from '../../../contract/extension/files.ts';
import { sendMessage } from '../../../contract/extension/im.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { createQuickReply } from '../../../contract/http/consult.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { clientEvents } from '../../../contract/socket.ts';
import { examplesOf, matchOffsets, type Path, replacedAt } from '../../support/callInputs.ts';
import { boundary, formWith, nested, requestOf } from '../../support/callRequests.ts';
import { allCalls, type CallWorld, lastingCalls, openCallWorld } from '../../support/callWorld.ts';
import { type Demonstration, openDemonstration } from '../../support/demonstration.ts';
import { png } from '../../support/filesSuite.ts';
import { newMessageId } from '../../support/messageId.ts';

vi.setConfig({ testTimeout: 120_000 });

let platform: Demonstration;
let world: CallWorld;
beforeAll(async () => {
  platform = await openDemonstration();
  world = await openCallWorld(platform.send);
}, 120_000);
afterAll(() => platform?.close());

type Answer = { code: number; msg: string; data: { field?: string } & Record<string, unknown> };
const read = (answer: string) => JSON.parse(answer) as Answer;

/** The text in every free-text field of an example. */
const words = 'words';
const broken: readonly unknown[] = ['a\ud800', '\udc00b', 'a\0b', '/files/AAAAAAAAAAAAAAAAAAAAAAAA.png/%E0%A4%A'];
const strangeIds: readonly unknown[] = ['abc', '-1', '9223372036854775808', '9'.repeat(64), '__proto__'];
const strangeNumbers: readonly unknown[] = [-1, 2 ** 31, 2 ** 53 - 1, 1e300, '999999999999999'];
const otherTypes: readonly unknown[] = [null, [], { toString: '\0' }, nested];

function hostileFor(value: unknown): readonly unknown[] {
  if (value === words) return [...broken, ...otherTypes];
  if (typeof value === 'string') return [...broken, ...strangeIds, ...otherTypes];
  return typeof value === 'number' ? [...strangeNumbers, ...otherTypes] : otherTypes;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, name) => Reflect.get(Object(found), name), value);

/** Puts each hostile value into each field of an example, one at a time. */
async function attack(example: () => object, say: (input: never) => Promise<string | null>): Promise<string[]> {
  const places = matchOffsets(example()).filter((place) => !['query', 'body'].includes(place.join()));
  const found: string[] = [];
  for (const place of places) {
    const tries = hostileFor(at(example(), place)).map(async (put) => {
      const fault = await say(replacedAt(example(), place, put) as never);
      return fault === null ? [] : [`${place.join('.')} = ${JSON.stringify(put)}: ${fault}`];
    });
    found.push(...(await Promise.all(tries)).flat());
  }
  return found;
}

test('nearly all examples are accepted unchanged, so that hostile values reach the handlers', async () => {
  const refused: string[] = [];
  for (const [name, operation] of lastingCalls)
    for (const input of world.inputsOf(name, operation, () => words)) {
      const { code } = read(await world.call(name, operation, input));
      if (code !== 200) refused.push(name);
    }
  expect(refused).toEqual([
    ...['login', 'sendSmsCode', 'validateSmsCode', 'smsLogin', 'getCaptcha', 'checkCaptcha', 'refreshToken'],
    ...['createQualification', 'checkMobileCode'],
    // The patient has not written anything that could need an answer.
    'setNoAnswer',
    // An addendum needs a signed record, and the world's record is a draft.
    ...['addCaseAddendum', 'unlockSigning'],
    // No decision waits to take effect.
    'undoDecision',
    // The world's prescription has no finding to confirm.
    ...['askReviewQuestion', 'answerReviewQuestion'],
    'verifyPrescription',
    // Each change of a plan needs the version that the one before it left.
    ...['planDays', 'copyWeek', 'addLeave', 'endLeave'],
    ...['createStaff', 'updateStaff', 'resetStaffPassword'],
    ...['updateDepartment', 'arrangeDepartments', 'updateHospital'],
    // The example's access was changed since.
    'setHospitalLicence',
    // Each change of a catalogue is based on the one before it; an order names every entry, and an import its dry run.
    ...['retireMedicine', 'retireDiagnosis', 'arrangeDictionary', 'putRuleSettings', 'applyImport'],
    'patientLogin',
  ]);
});

describe('events', () => {
  let link: Socket;
  let url: string;
  beforeAll(async () => {
    url = await platform.listen();
    link = io(url, { path: '/infra/im', transports: ['websocket'], auth: { token: world.doctor, tenantId: '1' } });
    await new Promise<void>((resolve, reject) => link.once('connect', resolve).once('connect_error', reject));
  });
  afterAll(() => link?.disconnect());

  const exampleOf = (name: keyof typeof clientEvents) => {
    const known: Record<string, unknown> = {
      conversationId: world.conversationId,
      clientMessageId: newMessageId(),
      type: 101,
      content: JSON.stringify({ content: words }),
    };
    const [example = {}] = examplesOf(clientEvents[name], (path) => known[String(path.at(-1))] ?? world.conversationId);
    return example;
  };
  const answered = async (name: string, sent: unknown): Promise<string | null> => {
    const answer = (await link
      .timeout(10_000)
      .emitWithAck(name, sent)
      .catch(() => null)) as { ok?: boolean } | null;
    return typeof answer?.ok === 'boolean' ? null : 'no answer';
  };

  test.each(Object.keys(clientEvents) as (keyof typeof clientEvents)[])(
    '%s is acknowledged whatever its fields contain',
    async (name) => {
      // A list of lists goes over the socket as text; the platform never sees how deep it was meant to be.
      expect(
        await attack(
          () => exampleOf(name),
          (sent) => answered(name, sent),
        ),
      ).toEqual([]);
      expect(platform.logged).toEqual([]);
    },
  );

  test.each([...broken, ...otherTypes, '', 'x'.repeat(5_000)])(
    'a handshake with an invalid token or hospital is refused with a code (%#)',
    async (put) => {
      for (const auth of [
        { token: put, tenantId: '1' },
        { token: world.doctor, tenantId: put },
      ]) {
        const stranger = io(url, {
          path: '/infra/im',
          transports: ['websocket'],
          auth,
          reconnection: false,
          forceNew: true,
        });
        const refusal = await new Promise<{ data?: object }>((resolve) => stranger.once('connect_error', resolve));
        expect(refusal.data).toEqual({ code: expect.any(Number) });
      }
    },
  );

  test('a message with a broken character is refused with the name of its field', async () => {
    const say = (content: string) =>
      link.emitWithAck('message:send', {
        clientMessageId: newMessageId(),
        conversationId: world.conversationId,
        type: 101,
        content: JSON.stringify({ content }),
      });
    const refusal = { ok: false, why: 'validation', field: 'content.content' };
    for (const content of ['a\ud800b', 'a\0b']) expect(await say(content)).toMatchObject(refusal);
    expect(await say('a \ud83d\ude00 b')).toMatchObject({ ok: true });
  });
});

describe('a text with a broken character', () => {
  const save = (chiefComplaint: string, language: string) => {
    const [{ query, body } = { query: {}, body: {} }] = world.inputsOf('saveCase', saveCase, () => words);
    const request = requestOf(saveCase, query, { ...body, chiefComplaint }, world.doctor);
    return platform.send({ ...request, headers: { ...request.headers, 'accept-language': language } });
  };

  test.each(['a\ud800', '\udc00b', 'a\0b'])('%j is refused with its field and a remedy', async (text) => {
    expect(read(await save(text, 'en'))).toEqual({
      code: 400,
      data: { field: 'chiefComplaint' },
      msg: 'Invalid request parameter:chiefComplaint contains a broken character, such as half an emoji; remove it and try again',
    });
    expect(read(await save(text, 'zh-CN')).msg).toBe(
      '请求参数不正确:chiefComplaint 含有损坏的字符（例如不完整的表情符号），请删除后重试',
    );
  });
});

describe('a form', () => {
  const whole = formWith('a.pdf');
  const post = (payload: Buffer, type = `multipart/form-data; boundary=${boundary}`) => {
    const headers = { authorization: `Bearer ${world.doctor}`, 'tenant-id': '1', 'content-type': type };
    return platform.send({ method: 'POST', url: '/api/infra/file/upload', headers, payload });
  };
  const part = (payload: Buffer) => {
    const query = { uploadId: crypto.randomUUID(), offset: 0, size: 1_000, name: 'a.pdf' };
    return platform.send({ ...requestOf(uploadPart, query, {}, world.doctor), payload });
  };

  test('that is truncated anywhere is refused as unreadable', async () => {
    for (const send of [post, part])
      for (let length = 0; length < whole.length - 2; length += 9) {
        const { code } = read(await send(whole.subarray(0, length)));
        expect({ length, code }).toEqual({ length, code: 400 });
      }
    expect(platform.logged).toEqual([]);
  });

  test.each([
    ['a boundary that is not in it', whole, 'multipart/form-data; boundary=other'],
    ['no boundary', whole, 'multipart/form-data'],
    ['a name that is no text', formWith('\ud800\0%E0'), undefined],
    ['a hundred parts', Buffer.concat(Array.from({ length: 100 }, () => whole.subarray(0, -4))), undefined],
  ])('with %s is no fault of the platform', async (_, payload, type) => {
    expect(read(await post(payload, type)).code).not.toBe(500);
    expect(platform.logged).toEqual([]);
  });
});

describe('an id that a client makes', () => {
  const send = (clientMessageId: string) => {
    const { conversationId } = world;
    const message = {
      clientMessageId,
      conversationId,
      type: 101,
      content: JSON.stringify({ content: clientMessageId }),
    };
    return platform.send(requestOf(sendMessage, {}, message, world.doctor)).then(read);
  };

  test('names one message, whatever its case', async () => {
    const id = newMessageId();
    const first = await send(id.toUpperCase());
    expect(first).toMatchObject({ code: 200, data: { clientMessageId: id } });
    expect(await send(id)).toEqual(first);
  });

  test.each([
    '7f2f0c1e-6d3a-4b8e-9a51-0c9a4b1d2e3f',
    '00000000-0000-0000-0000-000000000000',
    '0192f0c1-6d3a-7b8e-1a51-0c9a4b1d2e3f',
    '{0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f}',
  ])('is no name of a message where it is not a UUID of version 7: %s', async (id) => {
    expect(await send(id)).toMatchObject({ code: 400, data: { field: 'clientMessageId' } });
  });

  test('names one prescription, whatever its case', async () => {
    const id = crypto.randomUUID();
    const create = async (clientRequestId: string) => {
      const [{ query, body } = { query: {}, body: {} }] = world.inputsOf(
        'createPrescription',
        createPrescription,
        () => words,
      );
      return read(
        await platform.send(requestOf(createPrescription, query, { ...body, clientRequestId }, world.doctor)),
      );
    };
    const first = await create(id.toUpperCase());
    expect(first.code).toBe(200);
    expect(await create(id)).toEqual(first);
  });

  test('names one upload, whatever its case', async () => {
    const id = crypto.randomUUID();
    const put = async (uploadId: string, offset: number, content: string) => {
      const request = requestOf(uploadPart, { uploadId, offset, size: 15, name: 'a.pdf' }, {}, world.doctor);
      return read(await platform.send({ ...request, payload: formWith('a.pdf', Buffer.from(content)) }));
    };
    await put(id.toUpperCase(), 0, '%PDF-1.7');
    expect(await put(id, 8, '\n%%EOF\n')).toMatchObject({ data: { received: 15, file: { name: 'a.pdf' } } });
  });

  test('names one write, whatever its case', async () => {
    const key = crypto.randomUUID();
    const add = async (name: string) => {
      const request = requestOf(createQuickReply, {}, { content: words }, world.doctor);
      return read(await platform.send({ ...request, headers: { ...request.headers, 'idempotency-key': name } }));
    };
    expect(await add(key.toUpperCase())).toEqual(await add(key));
  });
});

test('a picture whose link contains an undecodable name still opens', async () => {
  const upload = requestOf(uploadFile, {}, {}, world.doctor);
  const { data } = read(await platform.send({ ...upload, payload: formWith('a.png', png(2, 2)) }));
  const avatar = String(data.url).replace('/a.png?', '/%E0%A4%A?');
  expect(read(await platform.send(requestOf(updateInfo, {}, { avatar }, world.doctor))).code).toBe(200);
  expect(read(await platform.send(requestOf(getInfo, {}, {}, world.doctor))).code).toBe(200);
});

// This test is the last, because some calls end sessions that the other tests need.
test('no value in any field of any call causes a fault', async () => {
  const found: string[] = [];
  for (const [name, operation] of allCalls)
    for (const n of world.inputsOf(name, operation, () => words).keys()) {
      const example = () => world.inputsOf(name, operation, () => words)[n] ?? {};
      const faults = await attack(example, async (input) =>
        read(await world.call(name, operation, input)).code === 500 ? 'a fault' : null,
      );
      found.push(...faults.map((fault) => `${name} ${fault}`));
    }
  expect(found).toEqual([]);
  expect(platform.logged).toEqual([]);
});

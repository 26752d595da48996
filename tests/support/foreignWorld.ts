import { eq, sql } from 'drizzle-orm';
import { uploadFile, uploadPart, uploadProgress } from '../../contract/extension/files.ts';
import { patientOrders } from '../../contract/extension/patient.ts';
import { login } from '../../contract/http/auth.ts';
import type { Operation } from '../../contract/operation.ts';
import { department } from '../../server/db/schema/tenants.ts';
import { formWith, type Input, requestOf } from './callRequests.ts';
import { openCallWorld } from './callWorld.ts';
import { colleague, copyWorld, otherHospital } from './copiedWorlds.ts';
import { openDemonstration } from './demonstration.ts';
import { pdf, png } from './filesSuite.ts';
import { createForeignInputs, type Inputs } from './foreignInputs.ts';
import type { Role } from './foreignObjects.ts';
import { addOwnedObjects } from './ownedObjects.ts';
import { demoPassword } from './signIn.ts';

/** The hospital of the calls with its copies, whose people work in them. */
export async function openForeignWorld() {
  const platform = await openDemonstration();
  const { db } = platform;
  // Messages get ids that no object of another kind has.
  await db.execute(sql`select setval('im_event_id_seq', 40000000)`);
  const world = await openCallWorld(platform.send);
  const { doctor, auditor: reviewer, patient, administrator, operator } = world;
  const tokens: Readonly<Record<Role, string>> = { doctor, auditor: reviewer, patient, administrator, operator };

  let calls = 0;
  const send = (operation: Operation, { query, body }: Inputs, token: string | null, hospitalId = 1) => {
    calls += 1;
    const { headers, ...request } = requestOf(operation, query, body, token);
    const from = `10.9.${(calls >> 8) & 255}.${calls & 255}`;
    return platform.send({ ...request, headers: { ...headers, 'tenant-id': String(hospitalId) } }, from);
  };
  /** Makes a call that must succeed. */
  async function dataOf<T>(operation: Operation, input: Input, token: string | null, hospitalId = 1): Promise<T> {
    const answer = await send(operation, { query: input, body: input }, token, hospitalId);
    const { code, data } = JSON.parse(answer) as { code: number; data: T };
    if (code !== 200) throw new Error(`${operation.path}: ${answer}`);
    return data;
  }

  const objects = await addOwnedObjects(db, world);
  const [ordered] = await dataOf<{ conversationId: string }[]>(patientOrders, {}, patient);
  if (!ordered) throw new Error('the patient has no consultation');
  const { conversationId } = ordered;

  async function pictureOf(role: Role): Promise<string> {
    const payload = formWith('a.png', png(1, 1));
    const answer = await platform.send({ ...requestOf(uploadFile, {}, {}, tokens[role]), payload });
    return (JSON.parse(answer) as { data: { url: string } }).data.url;
  }
  const [ofDoctor, ofReviewer] = [await pictureOf('doctor'), await pictureOf('auditor')];
  const [ofPatient, ofAdministrator] = [await pictureOf('patient'), await pictureOf('administrator')];
  const ofOperator = await pictureOf('operator');
  const clinical = { doctor: ofDoctor, auditor: ofReviewer, patient: ofPatient };
  const urls = { ...clinical, administrator: ofAdministrator, operator: ofOperator };
  for (const copy of [otherHospital, colleague]) await copyWorld(db, copy);
  const departments = await db.select({ id: department.id }).from(department).where(eq(department.tenantId, '1'));
  const own: Readonly<Record<Role, Input>> = {
    doctor: { conversationId: world.conversationId },
    administrator: {},
    operator: {},
    auditor: objects.ofReviewer,
    patient: { conversationId, cursors: { [conversationId]: 0 } },
  };
  const ids = departments.map(({ id }) => Number(id));
  const inputs = createForeignInputs({ ...objects, world, own, urls, departments: ids });

  const signIn = async (username: string, hospitalId: number) =>
    (await dataOf<{ accessToken: string }>(login, { username, password: demoPassword }, null, hospitalId)).accessToken;
  const strangers = [
    { whose: 'otherHospital', copy: otherHospital, token: await signIn(`doctor01${otherHospital.mark}`, 2) },
    { whose: 'colleague', copy: colleague, token: await signIn(`doctor01${colleague.mark}`, 1) },
  ];

  /** Unfinished uploads of other people, each with what its owner sees of it. */
  function foreignUploads(role: Role) {
    const here = (['doctor', 'auditor', 'patient'] as const).filter((other) => other !== role);
    const owners = [
      ...strangers.map(({ whose, copy, token }) => ({ whose, token, hospitalId: copy.hospitalId })),
      ...here.map((other) => ({ whose: other, token: tokens[other], hospitalId: 1 })),
    ];
    return Promise.all(
      owners.map(async ({ whose, hospitalId, token }) => {
        const uploadId = crypto.randomUUID();
        const progress = () => dataOf<unknown>(uploadProgress, { uploadId }, token, hospitalId);
        // Two parts, so that their length differs from that of one part that somebody else begins with.
        for (const offset of [0, pdf.length])
          await dataOf(uploadPart, { uploadId, offset, size: 3 * pdf.length, name: 'a.pdf' }, token, hospitalId);
        return { whose, uploadId, progress };
      }),
    );
  }

  const { others } = objects;
  return { ...platform, ...inputs, world, tokens, others, own, urls, send, strangers, foreignUploads };
}

export type ForeignWorld = Awaited<ReturnType<typeof openForeignWorld>>;

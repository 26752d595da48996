import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { catalogue } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import { UserType } from '../../server/accounts/caller.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { storeCode } from '../../server/accounts/smsCodes.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../../server/db/schema/drugs.ts';
import { hisRecord } from '../../server/db/schema/patients.ts';
import { qualification } from '../../server/db/schema/staff.ts';
import { department, dictData } from '../../server/db/schema/tenants.ts';
import { auditTrail } from '../../server/db/schema/trail.ts';
import { findOrCreateSecret } from '../../server/db/secrets.ts';
import { insertHospital } from './consultations.ts';
import { png } from './filesSuite.ts';
import { lineOf, wholeRecord } from './hospital.ts';
import { allTicked } from './prescribing.ts';
import { nine, openServedPlatform } from './servedPlatform.ts';

/** A person with a token, as the trail names them. */
export type Person = { userType: number; id: string; mobile: string; token: string };

type Reply = { code: number; data: unknown };
type Name = keyof typeof catalogue;

/** The whole platform with one hospital in which every action on patient data is possible. */
export async function openTrailWorld() {
  const platform = await openServedPlatform();
  const { db, uow, clock } = platform;
  const hospital = await insertHospital(db, { at: nine });
  const { hospitalId, store } = hospital;
  const elsewhere = await insertHospital(db, { at: nine });
  const { id: warehouseId } = await store.add(warehouse, { name: '中心药房', nameEn: 'Central', isDefault: true });
  const bronchitis = await store.add(diagnosis, {
    code: 'J20.9',
    name: '急性支气管炎',
    nameEn: 'Bronchitis',
    pinyin: 'Z',
  });
  const { id: drugId } = await store.add(drug, {
    code: 'd1',
    genericCode: 'amoxicillin',
    name: '阿莫西林',
    nameEn: 'Amoxicillin',
    pinyin: 'AMXL',
    specification: '250 mg',
    dosageForm: 'capsule',
    manufacturer: 'M',
    minUnit: 'capsule',
    packUnit: 'box',
    packFactor: 24,
    strength: 250,
    strengthUnit: 'mg',
  });
  await store.add(drugInventory, { warehouseId, drugId, stock: 1_000, price: 1_280, status: 1 });

  async function signedIn(userType: number, { id, mobile }: { id: string; mobile: string }): Promise<Person> {
    const from = { ip: '127.0.0.1', userAgent: 'test' };
    const { accessToken } = await uow.run(hospitalId, (tx) =>
      openSession(tx, { userType, userId: id }, from, clock.now),
    );
    return { userType, id, mobile, token: accessToken };
  }
  // What samples choose from.
  await store.add(dictData, { dictType: 'consult_type', value: '1', label: '图文', labelEn: 'Text' });
  await store.add(dictData, { dictType: 'member_doctor_title', value: '2', label: '主治医师', labelEn: 'Attending' });
  await store.add(department, { id: '1', name: '内科', nameEn: 'Internal medicine' });
  async function staff(flags: { isAuditor?: true; isAdministrator?: true; operatesPlatform?: true } = {}) {
    const row = await hospital.doctor(flags);
    await store.add(qualification, { doctorId: row.id, auditStatus: 1, updateTime: nine });
    return { ...row, ...(await signedIn(UserType.staff, row)) };
  }
  const person = {
    doctor: () => staff(),
    auditor: () => staff({ isAuditor: true }),
    administrator: () => staff({ isAdministrator: true }),
    operator: () => staff({ isAdministrator: true, operatesPlatform: true }),
  };
  async function patient() {
    const row = await hospital.patient({ allergy: '', birthday: '1980-01-01' });
    return { ...row, ...(await signedIn(UserType.patient, row)) };
  }

  async function patientWithPassword() {
    const row = await hospital.patient({ passwordHash: platform.ill.passwordHash });
    return { ...row, ...(await signedIn(UserType.patient, row)) };
  }

  async function call(
    name: Name,
    as: Person | null,
    input: object = {},
    sentHospitalId = hospitalId,
    more: Record<string, string> = {},
  ): Promise<Reply> {
    const operation: Operation = catalogue[name];
    const isBody = operation.method === 'POST' || operation.method === 'PUT';
    const { upload = new Uint8Array(png(3, 3)), ...named } = input as { upload?: string | Uint8Array<ArrayBuffer> };
    const fields = Object.entries(named).map(([key, value]) => [key, String(value)]);
    const headers = {
      'tenant-id': sentHospitalId,
      'accept-language': 'en',
      ...more,
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    };
    const url = `/api${operation.path.replace(/\{(\w+)\}/g, (_, key: string) => String(Reflect.get(input, key)))}`;
    if (operation.wire === 'upload') {
      const form = new FormData();
      form.append('file', new Blob([upload]), 'picture.png');
      const request = new Request('http://x/', { method: 'POST', body: form });
      const reply = await platform.app.inject({
        method: 'POST',
        url: `${url}?${new URLSearchParams(fields)}`,
        headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return reply.json();
    }
    const reply = await platform.app.inject({
      method: operation.method,
      url,
      headers,
      ...(isBody ? { payload: input } : { query: Object.fromEntries(fields) }),
    });
    return reply.json();
  }
  /** The answer of a call that must succeed. */
  async function data<T>(name: Name, as: Person | null, input: object = {}): Promise<T> {
    const { code, data } = await call(name, as, input);
    if (code !== 200) throw new Error(`${name}: ${code} ${JSON.stringify(data)}`);
    return data as T;
  }

  async function running() {
    const [doctor, who] = [await person.doctor(), await patient()];
    const order = await hospital.order(OrderStatus.active, { doctor, patient: who });
    return { ...order, orderId: order.id, doctor, patient: who };
  }
  async function waiting() {
    const who = await patient();
    const order = await hospital.order(OrderStatus.awaiting, { patient: who });
    return { ...order, orderId: order.id, patient: who, doctor: await person.doctor() };
  }
  const prescribed = { warehouseId, diagnosisList: [{ ...bronchitis, main: true }], lines: [lineOf(drugId)] };
  /** A prescription of a running consultation, as a draft or submitted. */
  async function prescription(submit: boolean) {
    const order = await running();
    const { orderId, patient: who } = order;
    await data('saveCase', order.doctor, { ...wholeRecord, orderId, patientId: who.id, status: 0, version: 0 });
    const content = { orderId, ...prescribed, submit, clientRequestId: randomUUID() };
    const { id, version } = await data<{ id: string; version: number }>('createPrescription', order.doctor, content);
    return { ...order, rxId: id, version };
  }
  /** One claimed by a reviewer. */
  async function review() {
    const rx = await prescription(true);
    const reviewer = await person.auditor();
    const { leaseId, version } = await data<{ leaseId: string; version: number }>('claimAudit', reviewer, {
      id: rx.rxId,
      version: rx.version,
    });
    return { ...rx, auditor: reviewer, leaseId, lease: { id: rx.rxId, leaseId }, version };
  }
  async function question() {
    const claimed = await review();
    const asked = { ...claimed.lease, clientRequestId: crypto.randomUUID(), text: 'Is the dose meant?' };
    const { id: questionId } = await data<{ id: string }>('askReviewQuestion', claimed.auditor, asked);
    return { ...claimed, questionId };
  }
  async function visited() {
    const order = await running();
    await store.add(hisRecord, {
      patientId: order.patient.id,
      visitNo: 'V1',
      visitTime: nine,
      hospital: 'H',
      dept: 'D',
      doctor: 'L',
      diagnosis: 'J20.9',
      sections: [],
      orders: [],
      reports: [],
    });
    return order;
  }
  /** An SMS code requested by `requester`: by default the address of all calls. */
  async function code(mobile: string, scene: number, requester = 'network 127.0.0.1') {
    const proof = { mobile, scene, requester };
    await storeCode(store, await findOrCreateSecret(db, 'codes'), proof, '123456', '127.0.0.1', clock.now);
    return '123456';
  }

  /** The rows that `work` adds to this hospital's trail. */
  async function rowsOf<T>(work: () => Promise<T>) {
    const all = (after: string) =>
      db
        .select()
        .from(auditTrail)
        .where(and(eq(auditTrail.tenantId, hospitalId), gt(auditTrail.id, after)))
        .orderBy(asc(auditTrail.id));
    const before = (await all('0')).at(-1)?.id ?? '0';
    const result = await work();
    return { result, rows: await all(before) };
  }

  return {
    platform,
    hospitalId,
    elsewhere,
    store,
    clock,
    allTicked,
    prescribed,
    warehouseId,
    wholeRecord,
    person,
    patient,
    patientWithPassword,
    call,
    data,
    running,
    waiting,
    prescription,
    review,
    question,
    visited,
    code,
    rowsOf,
    /** The same person in another session. */
    signedIn: ({ userType, ...who }: Person): Promise<Person> => signedIn(userType, who),
  };
}

export type TrailWorld = Awaited<ReturnType<typeof openTrailWorld>>;

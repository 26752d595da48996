import { eq } from 'drizzle-orm';
import type { Operation } from '../../contract/operation.ts';
import { cataloguesPlugin } from '../../server/catalogues/plugin.ts';
import { readTable } from '../../server/clinicalTables/tables.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../../server/db/schema/drugs.ts';
import { imConversation } from '../../server/db/schema/messages.ts';
import { consultOrder } from '../../server/db/schema/orders.ts';
import { patient, patientFact } from '../../server/db/schema/patients.ts';
import { qualification, staff } from '../../server/db/schema/staff.ts';
import { tenant } from '../../server/db/schema/tenants.ts';
import type { UnitOfWork } from '../../server/db/unitOfWork.ts';
import { factsPlugin } from '../../server/facts/plugin.ts';
import { readStandardTable } from '../../server/hospitals/standardTables.ts';
import { createProxies } from '../../server/http/proxies.ts';
import { createHttp } from '../../server/http/server.ts';
import { createLog } from '../../server/log.ts';
import { createDiagnosisIndex } from '../../server/medicines/diagnosisIndex.ts';
import { createMedicineIndex } from '../../server/medicines/medicineIndex.ts';
import { medicinesPlugin } from '../../server/medicines/plugin.ts';
import { ordersPlugin } from '../../server/orders/plugin.ts';
import { createNameOf } from '../../server/patients/factNames.ts';
import { registeredFacts } from '../../server/patients/registeredFacts.ts';
import { prescriptionsPlugin } from '../../server/prescriptions/plugin.ts';
import { createPrescribing, type PrescriptionNeeds } from '../../server/prescriptions/prescribing.ts';
import { recordsPlugin } from '../../server/records/plugin.ts';
import { reviewsPlugin } from '../../server/reviews/plugin.ts';
import { createSignConfirmation } from '../../server/signatures/confirmations.ts';
import { createSigningKeys } from '../../server/signatures/keys.ts';
import { createSign } from '../../server/signatures/signatures.ts';
import { createSignerOf } from '../../server/signatures/signer.ts';
import { templatesPlugin } from '../../server/templates/plugin.ts';
import { createEnsureTrail } from '../../server/trail/ensureTrail.ts';
import type { TestDb } from './database.ts';
import { anticoagulants, generics, tables } from './hospitalTables.ts';
import { noLimits } from './noLimits.ts';
import { plainLinks } from './plainLinks.ts';

/** Nine in the morning of the tests' day. */
export const morning = Date.UTC(2026, 4, 6, 1);

type Person = { id: string; hospitalId: string; name: string; isAuditor: boolean; isAdministrator: boolean };

/** One hospital's rows, enough to prescribe: staff with licences, a warehouse, three medicines, two diagnoses. */
async function furnish(db: TestDb, name: string) {
  const [row] = await db.insert(tenant).values({ name }).returning();
  const hospitalId = row?.id ?? '';
  const store = hospitalStore(db.owner, hospitalId);
  let people = 0;
  let products = 0;
  async function hire(isAuditor: boolean, licensed = true): Promise<Person> {
    const n = ++people;
    const { id } = await store.add(staff, {
      username: `s${n}`,
      passwordHash: '-',
      name: `医生${n}`,
      nameEn: `Dr ${n}`,
      mobile: `1380000${String(n).padStart(4, '0')}`,
      isAuditor,
      createTime: morning,
      deptName: '呼吸内科',
      deptNameEn: 'Respiratory medicine',
    });
    if (licensed) await store.add(qualification, { doctorId: id, auditStatus: 1, updateTime: morning });
    return { id, hospitalId, name: `医生${n}`, isAuditor, isAdministrator: false };
  }
  const { id: warehouseId } = await store.add(warehouse, { name: '中心药房', nameEn: 'Central', isDefault: true });
  async function stock(genericCode: string, packs: number) {
    const { id: drugId } = await store.add(drug, {
      code: `d${++products}`,
      genericCode,
      name: `药品${genericCode}`,
      nameEn: genericCode,
      tradeName: '云泽达',
      tradeNameEn: 'Yunzeda',
      pinyin: 'AMXL',
      specification: '250mg×24粒/盒',
      specificationEn: '250 mg × 24 capsules/box',
      atc: 'J01CA04',
      dosageForm: 'capsule',
      manufacturer: 'M',
      minUnit: 'capsule',
      packUnit: 'box',
      packFactor: 24,
      strength: 250,
      strengthUnit: 'mg',
      skinTest: true,
      flags: { kidney: 'caution' },
    });
    await store.add(drugInventory, { warehouseId, drugId, stock: packs, price: 1_280, status: 1 });
    return drugId;
  }
  const bronchitis = await store.add(diagnosis, {
    code: 'J20.9',
    name: '急性支气管炎',
    nameEn: 'Acute bronchitis',
    pinyin: 'JXZQGY',
  });
  const fever = await store.add(diagnosis, { code: 'R50.9', name: '发热', nameEn: 'Fever', pinyin: 'FR' });
  return { hospitalId, store, hire, stock, warehouseId, bronchitis, fever };
}

type Reply = { code: number; msg: string; data: never };

/** Two hospitals behind the real HTTP layer; a person's token is their id. */
export async function openHospital(
  { db, uow }: { db: TestDb; uow: UnitOfWork },
  clock: { now: number } = { now: morning },
) {
  const [here, elsewhere] = [await furnish(db, 'Here'), await furnish(db, 'Elsewhere')];
  const { store, warehouseId } = here;
  const now = () => clock.now;
  const staffById = new Map<string, Person>();
  const hire = async (isAuditor: boolean, licensed = true, at = here) => {
    const person = await at.hire(isAuditor, licensed);
    staffById.set(person.id, person);
    return person;
  };

  /** A member of staff who administers a hospital. */
  async function administrator(at = here): Promise<Person> {
    const { id } = await at.hire(false, false);
    await at.store.change(staff, { isAdministrator: true }, eq(staff.id, id));
    const person = { id, hospitalId: at.hospitalId, name: 'Administrator', isAuditor: false, isAdministrator: true };
    staffById.set(id, person);
    return person;
  }

  const keyOf = createSigningKeys('secret of the tests', { error: () => {} });
  const signerOf = createSignerOf((url) => url);
  const [sign, signConfirmation] = [createSign(keyOf, signerOf), createSignConfirmation(keyOf, signerOf)];
  const nameOf = createNameOf({ ruleTables: tables, generics: readTable('generics').rows });
  const needs: PrescriptionNeeds = {
    ...createPrescribing(
      { uow, now, sign, signConfirmation, signerOf, nameOf, renewLink: (url, { id }) => `${url}?reader=${id}` },
      { tables, generics: [...generics, ...anticoagulants] },
    ),
  };
  const app = await createHttp({
    registerPlugins(api) {
      api.register(factsPlugin, {
        nameOf,
        ruleTables: tables,
        generics: Object.entries(tables.names).map(([code, name]) => ({ code, name, pinyin: '' })),
        allergenWords: readTable('allergen-words').rows,
      });
      api.register(templatesPlugin);
      api.register(ordersPlugin, { keyOf: () => null, links: plainLinks, ruleTables: tables, nameOf });
      api.register(recordsPlugin, { keyOf: () => null, links: plainLinks, nameOf });
      api.register(prescriptionsPlugin, needs);
      api.register(reviewsPlugin, needs);
      const indexes = {
        medicineIndex: createMedicineIndex({ uow, now, ingredientNames: tables.names }),
        diagnosisIndex: createDiagnosisIndex({ uow, now }),
      };
      api.register(medicinesPlugin, indexes);
      api.register(cataloguesPlugin, {
        ...indexes,
        generics: readTable('generics').rows,
        ingredientNames: tables.names,
        ingredientWords: readTable('allergen-words').rows,
        onlineBans: tables.onlineBans,
        indications: tables.indications,
        dictionaryNames: readStandardTable('dictionaries').rows,
      });
    },
    apiPrefix: '/api',
    now,
    uow,
    log: createLog('silent'),
    publicOrigins: [],
    proxies: createProxies({ trusted: [], publicOrigins: [] }),
    rateLimits: noLimits,
    idempotency: (_, work) => work(),
    ensureTrail: createEnsureTrail({ uow }),
    hospitalState: async () => 'open',
    identify: async (token) => {
      const found = staffById.get(token);
      const more = { operatesPlatform: false, sessionId: '1', userType: 2 } as const;
      return found ? { ...found, ...more, kind: 'staff', userId: found.id } : null;
    },
  });

  /** Calls an operation as a person; `as` null is not signed in. */
  async function call(
    operation: Operation,
    as: Person | null,
    input: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const isBody = operation.method === 'POST' || operation.method === 'PUT';
    const url = `/api${operation.path.replace(/\{(\w+)\}/g, (_, key: string) => String(input[key]))}`;
    const reply = await app.inject({
      method: operation.method,
      url,
      headers: {
        'tenant-id': as?.hospitalId ?? here.hospitalId,
        'accept-language': 'en',
        ...(as ? { authorization: `Bearer ${as.id}` } : {}),
        ...headers,
      },
      ...(isBody ? { payload: input } : { query: input as Record<string, string> }),
    });
    return reply.json();
  }

  /** Uploads a file to an operation as a person. */
  async function upload(
    operation: Operation,
    as: Person,
    bytes: Uint8Array,
    query: Record<string, string>,
  ): Promise<Reply> {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'rows.csv');
    const { headers, body } = new Response(form);
    const reply = await app.inject({
      method: operation.method,
      url: `/api${operation.path}`,
      query,
      headers: {
        'tenant-id': as.hospitalId,
        'accept-language': 'en',
        authorization: `Bearer ${as.id}`,
        'content-type': headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    });
    return reply.json();
  }

  let orders = 0;
  /** A running consultation of this doctor with a new patient; the overrides are columns. */
  async function consultation(
    doctor: Person,
    overrides: {
      order?: Partial<typeof consultOrder.$inferInsert>;
      patient?: Partial<typeof patient.$inferInsert>;
    } = {},
  ) {
    const n = ++orders;
    const of = doctor.hospitalId === here.hospitalId ? store : elsewhere.store;
    const who = await of.add(patient, {
      name: `患者${n}`,
      gender: 1,
      birthday: '1980-01-01',
      allergy: '',
      createTime: morning,
      mobile: `139${String(n).padStart(8, '0')}`,
      ...overrides.patient,
    });
    const patientId = who.id;
    const facts = registeredFacts(who);
    if (facts.length > 0) await of.addAll(patientFact, facts);
    const order = await of.add(consultOrder, {
      orderNo: `C${n}`,
      consultType: 1,
      status: 20,
      patientId,
      doctorId: doctor.id,
      createTime: morning,
      updateTime: morning,
      ...overrides.order,
    });
    const conversation = await of.add(imConversation, {
      orderId: order.id,
      patientId,
      doctorId: doctor.id,
      createTime: morning,
    });
    await of.change(consultOrder, { conversationId: conversation.id }, eq(consultOrder.id, order.id));
    return { orderId: order.id, patientId, conversationId: conversation.id };
  }

  const close = () => app.close();
  return {
    app,
    clock,
    here,
    elsewhere,
    warehouseId,
    store,
    needs,
    hire,
    administrator,
    call,
    upload,
    consultation,
    close,
  };
}

export type Hospital = Awaited<ReturnType<typeof openHospital>>;
export type Member = Person;

/** A complete record. */
export const wholeRecord = {
  chiefComplaint: 'Cough for three days',
  presentIllness: 'Dry cough, no fever',
  pastHistory: '',
  allergyHistory: 'None known',
  physicalExam: '',
  auxiliaryExam: '',
  diagnosisList: [{ id: '1', code: 'J20.9', name: 'Acute bronchitis', main: true }],
  treatmentAdvice: 'Rest and drink',
};

/** A line that passes the checks: 500 mg three times a day for four days is one box. */
export const lineOf = (drugId: string, more: Record<string, unknown> = {}) => ({
  drugId,
  drugName: 'whatever the sender says',
  specification: '',
  onceDose: 500,
  onceDoseUnit: 'mg',
  frequency: 'tid',
  route: 'po',
  days: 4,
  quantity: 1,
  packUnit: 'box',
  ...more,
});

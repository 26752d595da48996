import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { PatientFact } from '../../contract/extension/facts.ts';
import type { FactValue } from '../../contract/factValue.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { Rx, RxLine } from '../../contract/http/prescription.ts';
import type { CaseInfo } from '../../contract/http/record.ts';
import type { OrderId, PatientId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import { issuedRx } from './clinical.ts';

/** A refusal of the platform, thrown by its work. */
export class PlatformRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, data: unknown = null) {
    super('refused');
    this.code = code;
    this.data = data;
  }
}

type Save = Omit<CaseInfo, 'id'> & { orderId: OrderId; status: number; version: number };
type Prescribe = {
  orderId?: OrderId;
  id?: string;
  version?: number;
  clientRequestId: string;
  submit: boolean;
  lines: RxLine[];
  advice?: string | null;
};
type Pending = { readonly call: string; readonly answer: () => void; readonly lose: () => void };

/** A platform that works when a call arrives, and whose answers come, or are lost, when and in which order the test says. */
export function slowPlatform(orders: readonly ConsultOrder[]) {
  const records = new Map<OrderId, CaseInfo>();
  const prescriptions: Rx[] = [];
  const facts = new Map<PatientId, PatientFact[]>();
  const done = new Map<string, { content: unknown; answer: unknown }>();
  const pending: Pending[] = [];
  let ids = 100;

  const orderOf = (id: OrderId) => orders.find((one) => one.id === id) as ConsultOrder;

  function saveCase({ status, version, ...fields }: Save) {
    const before = records.get(fields.orderId);
    const { id, version: known, updateTime, ...stored } = before ?? ({ version: 0 } as CaseInfo);
    const sent = { ...fields, status };
    // A repeat of a save whose answer was lost.
    const isRepeat =
      known === version + 1 && isDeepStrictEqual({ ...stored, id: undefined }, { ...sent, id: undefined });
    if (before && isRepeat) return { id, version: known, updateTime };
    if (known !== version)
      throw new PlatformRefusal(Code.recordChanged, { version: known, updateTime, current: before });
    const row = { ...sent, id: id ?? `${++ids}`, version: version + 1, updateTime: 1 } as CaseInfo;
    records.set(fields.orderId, row);
    return { id: row.id, version: row.version, updateTime: 1 };
  }

  function once<T>(key: string, content: unknown, work: () => T): T {
    const before = done.get(key);
    if (before && !isDeepStrictEqual(before.content, content))
      throw new PlatformRefusal(Code.duplicateRequest, before.answer);
    if (before) return before.answer as T;
    const answer = work();
    done.set(key, { content, answer });
    return answer;
  }

  const head = ({ id, prescriptionNo, status, auditStatus, version }: Rx) => ({
    ...{ id, prescriptionNo, status },
    ...{ auditStatus, version },
  });
  const create = (sent: Prescribe) =>
    once(`create ${sent.clientRequestId}`, sent, () => {
      const order = orderOf(sent.orderId as OrderId);
      const id = `${++ids}` as Rx['id'];
      const { lines, advice = null } = sent;
      const own = { id, prescriptionNo: `RX${id}`, orderId: order.id, patient: order.patient, lines, advice };
      prescriptions.push({ ...issuedRx(sent.submit ? 10 : 0, 1), ...own });
      return head(prescriptions.at(-1) as Rx);
    });
  const edit = (sent: Prescribe) =>
    once(`edit ${sent.id} ${sent.version} ${sent.clientRequestId}`, sent, () => {
      const at = prescriptions.findIndex(({ id }) => id === sent.id);
      const current = prescriptions[at] as Rx;
      if (current.version !== sent.version)
        throw new PlatformRefusal(Code.prescriptionChanged, { version: current.version, current });
      const { lines, advice = null } = sent;
      prescriptions[at] = { ...current, lines, advice, version: current.version + 1, status: sent.submit ? 10 : 0 };
      return head(prescriptions[at]);
    });

  function saveFacts({ orderId, changes }: { orderId: OrderId; changes: { op: string; value: FactValue }[] }) {
    const { patient } = orderOf(orderId);
    const added = changes.flatMap(({ op, value }) =>
      op === 'add'
        ? [{ id: `${++ids}`, value, confirmed: true, origin: 'doctor', createTime: 1 } as unknown as PatientFact]
        : [],
    );
    facts.set(patient.id, [...(facts.get(patient.id) ?? []), ...added]);
    return readFacts({ orderId });
  }
  const readFacts = ({ orderId }: { orderId: OrderId }) => {
    const { patient } = orderOf(orderId);
    return { patient, current: facts.get(patient.id) ?? [], ended: [], written: [] };
  };

  const work: Partial<Record<keyof Api, (input: never) => unknown>> = {
    getCase: ({ orderId }: { orderId: OrderId }) => records.get(orderId) ?? null,
    saveCase,
    listPrescriptions({ orderId }: { orderId: OrderId }) {
      const list = prescriptions.filter((one) => one.orderId === orderId).toReversed();
      return { list: list.slice(0, 1), total: list.length };
    },
    getPrescription: ({ id }: { id: string }) => prescriptions.find((one) => one.id === id),
    checkPrescription: () => ({ available: true, hits: [] }),
    getDrugInventory: () => [],
    createPrescription: create,
    editPrescription: edit,
    orderDetail: ({ id }: { id: OrderId }) => orderOf(id),
    getPatientFacts: readFacts,
    savePatientFacts: saveFacts,
  };

  function later(name: keyof Api, input: never): Promise<unknown> {
    const outcome = (async () => structuredClone(work[name]?.(input)))();
    outcome.catch(() => {});
    return new Promise((resolve) => {
      const entry: Pending = { call: name, answer: () => end(outcome), lose: () => end(undefined) };
      const end = (how: unknown) => {
        pending.splice(pending.indexOf(entry), 1);
        resolve(how);
      };
      pending.push(entry);
    });
  }
  const names = Object.keys(work) as (keyof Api)[];
  const lost: Failure = { kind: 'network', code: null, message: 'no answer', data: null };

  return {
    pending,
    records,
    prescriptions,
    facts,
    /** Fake answers for screens; undefined is a lost one. */
    answers: Object.fromEntries(names.map((name) => [name, (input: never) => later(name, input)])),
    /** The same as the workstation's API. */
    api: Object.fromEntries(
      names.map((name) => [
        name,
        async (input: never) => {
          try {
            const data = await later(name, input);
            return data === undefined ? { ok: false, failure: lost } : { ok: true, data };
          } catch (cause) {
            if (!(cause instanceof PlatformRefusal)) throw cause;
            const { code, message, data } = cause;
            return { ok: false, failure: { kind: 'business', code, message, data } };
          }
        },
      ]),
    ) as unknown as Api,
  };
}

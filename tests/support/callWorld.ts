import { catalogue } from '../../contract/catalogue.ts';
import { verificationCodes } from '../../contract/extension/audit.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { Operation } from '../../contract/operation.ts';
import { examplesOf, type Path } from './callInputs.ts';
import { type Input, requestOf, type Transport } from './callRequests.ts';
import { pdf } from './filesSuite.ts';
import { lineOf, wholeRecord } from './hospital.ts';
import { newMessageId } from './messageId.ts';
import { demoPassword } from './signIn.ts';

type Known = Readonly<Record<string, unknown>>;

/** Calls that end a consultation, review or session that other calls need, and so come last. */
const endings: readonly string[] = [
  ...[
    'deleteQuickReply',
    'deleteDoctorDisease',
    'deleteTemplate',
    'cancelPrescription',
    'releaseAudit',
    'rejectAudit',
    'approveAudit',
    'finishOrder',
  ],
  ...[
    'refuseOrder',
    'patientCancelOrder',
    'patientDisputeOrder',
    'patientRateOrder',
    'updatePassword',
    'resetMobile',
    'updateQualification',
    'decideCertificates',
    'decideIdentity',
    'endOtherSessions',
  ],
  'logout',
];
const rank = ([name]: readonly [string, Operation]) => endings.indexOf(name);

/** A value with known fields replaced; for a list, the known fields of each item. */
const overlaid = (value: unknown, known: unknown): unknown =>
  Array.isArray(known) && known.length === 1 && Array.isArray(value) && typeof value[0] === 'object'
    ? [{ ...value[0], ...known[0] }]
    : (known ?? value);

/** Every call by name, in an order in which no call prevents a later one. */
export const allCalls: readonly (readonly [string, Operation])[] = Object.entries<Operation>(catalogue).sort(
  (one, other) => rank(one) - rank(other),
);

/** Calls that do not affect the other calls. */
export const lastingCalls = allCalls.filter((call) => rank(call) < 0);

/** A consultation, a prescription and a review in the demonstration hospital, with everybody signed in. */
export async function openCallWorld(transport: Transport) {
  let addresses = 0;
  const address = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;

  const send = (operation: Operation, query: Input, body: unknown, token: string | null) =>
    transport(requestOf(operation, query, body, token), address());

  /** Makes a call that must succeed. */
  async function data<T>(operation: Operation, input: Input, token: string | null = null): Promise<T> {
    const answer = JSON.parse(await send(operation, input, input, token)) as { code: number; data: T };
    if (answer.code !== 200) throw new Error(`${operation.path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  const c = catalogue;
  const signIn = async (username: string) =>
    (await data<{ accessToken: string }>(c.login, { username, password: demoPassword })).accessToken;
  const [doctor, reviewer, leaving] = [await signIn('doctor01'), await signIn('auditor01'), await signIn('doctor02')];
  await signIn('doctor02');
  const [administrator, operator] = [await signIn('admin01'), await signIn('operator01')];
  const sessions = await data<{ id: string; current: boolean }[]>(c.listSessions, {}, leaving);
  const elsewhere = sessions.find(({ current }) => !current);
  const ill = { mobile: '13900000001', password: demoPassword };
  const patient = (await data<{ accessToken: string }>(c.patientLogin, ill)).accessToken;

  type Waiting = {
    id: string;
    orderNo: string;
    status: number;
    version: number;
    conversationId: string;
    patient: { id: string };
  };
  const waiting = (await data<Waiting[]>(c.awaitList, {}, doctor)).filter(({ status }) => status === 10);
  const [first, second] = waiting;
  if (!first || !second) throw new Error('the demonstration has fewer than two who wait');
  const { version } = await data<Waiting>(c.acceptOrder, { id: first.id, version: first.version }, doctor);
  const patientId = first.patient.id;
  const order = { orderId: first.id, patientId, orderNo: first.orderNo };
  const record = await data<{ id: string; version: number }>(
    c.saveCase,
    { ...wholeRecord, ...order, status: 0, version: 0 },
    doctor,
  );
  const warehouses = await data<{ id: string; isDefault: boolean }[]>(c.listWarehouses, {}, doctor);
  const warehouseId = (warehouses.find(({ isDefault }) => isDefault) ?? warehouses[0])?.id ?? '';
  const [stocked] = await data<{ drugId: string }[]>(c.searchDrugs, { warehouseId, keyword: '阿莫西林' }, doctor);
  const { list: diseases } = await data<{ list: { id: string }[] }>(c.pageDiseases, {}, doctor);
  const diseaseWesternId = diseases[0]?.id ?? '';
  const diagnosisList = [{ id: diseaseWesternId, code: 'J20.9', name: '', main: true }];
  const prescribe = (clientRequestId: string) =>
    data<{ id: string; version: number }>(
      c.createPrescription,
      {
        orderId: order.orderId,
        warehouseId,
        diagnosisList,
        lines: [lineOf(stocked?.drugId ?? '')],
        submit: false,
        clientRequestId,
      },
      doctor,
    );
  const draft = await prescribe(crypto.randomUUID());
  const replyId = await data<string>(c.createQuickReply, { content: 'Drink enough.' }, doctor);
  const content = { kind: 'record', sections: { treatmentAdvice: 'Rest.' }, diagnosisList: [] };
  const template = await data<{ id: string; version: number }>(
    c.saveTemplate,
    { name: 'Of the tests', scope: 'personal', content },
    doctor,
  );
  const set = {
    kind: 'prescription',
    lines: [{ ...lineOf(stocked?.drugId ?? ''), remark: '' }],
    diagnosisList: [],
    advice: '',
  };
  const ofSet = await data<{ id: string; version: number }>(
    c.saveTemplate,
    { name: 'Set of the tests', scope: 'personal', content: set },
    doctor,
  );
  const aWeek = { from: '2030-02-04', to: '2030-02-10' };
  const leave = await data<{ id: string }>(c.addLeave, { ...aWeek, kind: 'annual' }, doctor);
  const [config] = await data<{ id: string }[]>(c.getConsultConfigs, {}, doctor);
  const [own] = await data<{ id: string }[]>(c.patientOrders, {}, patient);
  const doctorDiseaseWesternId = await data<string>(c.createDoctorDisease, { diseaseWesternId }, doctor);
  const qualification = await data<{ id: string }>(c.getQualification, {}, doctor);
  const visits = await data<{ list: { visitNo: string }[] }>(c.medicalRecordList, { patientId }, doctor);
  const { url } = await data<{ url: string }>(c.uploadFile, {}, doctor);
  const { list: queue } = await data<{ list: { id: string; version: number }[] }>(c.pageAudit, {}, reviewer);
  const [review] = queue;
  const lease = review
    ? await data<{ leaseId: string }>(c.claimAudit, { id: review.id, version: review.version }, reviewer)
    : { leaseId: crypto.randomUUID() };

  const clientRequestId = crypto.randomUUID();
  const question = review
    ? await data<{ id: string }>(
        c.askReviewQuestion,
        { id: review.id, leaseId: lease.leaseId, clientRequestId, text: 'Is it meant?' },
        reviewer,
      )
    : null;

  type Changed = { id: string; revision: number };
  const { medicine } = await data<{ medicine: MedicineFields & Changed }>(
    c.getMedicine,
    { id: stocked?.drugId },
    administrator,
  );
  const { id: _medicineId, revision: _revision, ...medicineFields } = medicine;
  const newOne = { ...medicineFields, code: 'of-the-tests', id: null, revision: null };
  const ofMedicine: Known = await data<Changed>(c.saveMedicine, newOne, administrator);
  const newDiagnosis = { code: 'Z99.8', name: '某', nameEn: '', words: [], id: null, revision: null };
  const ofDiagnosis: Known = await data<Changed>(c.saveDiagnosis, newDiagnosis, administrator);
  const dictType = 'hosp_level';
  const labels = { label: '某', labelEn: 'Some' };
  const entry = await data<{ id: string }>(c.saveDictEntry, { dictType, id: null, ...labels }, administrator);

  // The names are free text: the platform writes its own for the medicine's id.
  // A regular line has neither a taper's steps nor the limits of one taken as needed.
  const regular = {
    ...{ firstDose: null, steps: null, maxTimes: null, minHours: null, dayDoses: null },
    unreadable: null,
  };
  const { drugName: _, specification: __, ...line } = lineOf(stocked?.drugId ?? '', regular);
  /** Values by field name, for every call. */
  const everywhere: Known = {
    ...order,
    conversationId: first.conversationId,
    warehouseId,
    doctorId: '1',
    drugId: stocked?.drugId,
    caseId: record.id,
    diseaseWesternId,
    doctorDiseaseWesternId,
    visitNo: visits.list[0]?.visitNo,
    leaseId: lease.leaseId,
    drugIds: [stocked?.drugId],
    diagnosisList: [{ id: diseaseWesternId, main: true }],
    avatar: '',
    signUrl: '',
    idCardFront: url,
    idCardBack: url,
    attachments: [url],
    practiceCertUrls: [url],
    qualificationCertUrls: [url],
    titleCertUrls: [url],
    type: 101,
    checklist: verificationCodes.map((code) => ({ code, ok: true })),
    website: 'localhost',
    lines: [line],
    submit: false,
    priority: 1,
    maxConcurrent: 50,
    dailyQuota: 500,
    limit: 20,
    size: pdf.length,
    offset: 0,
  };
  await data(c.requestIdentity, { name: '某医生', nameEn: '', titleCode: null, deptId: null }, doctor);
  const [{ id: identityId } = { id: '' }] = await data<{ id: string }[]>(c.listIdentityRequests, {}, administrator);
  const ofReview: Known = { id: review?.id, version: review?.version };
  const ofDraft: Known = { id: draft.id, version: draft.version };
  const ofWaiting: Known = { id: second.id, version: second.version };
  const ofOwn: Known = { id: own?.id };
  const ofOrder: Known = { id: order.orderId, version };
  // An account that no other call needs, and a department in which nobody works.
  const [employee] = (
    await data<{ list: { id: string; version: number }[] }>(c.pageStaff, { keyword: 'auditor03' }, administrator)
  ).list;
  const ofEmployee: Known = { id: employee?.id, version: employee?.version };
  const ofDepartment: Known = { id: 16, version: 0 };
  // A hospital that is closed, and in which nobody works.
  const ofHospital: Known = { id: '3', version: 0 };
  /** Values by field name for single calls. */
  const byCall: Readonly<Record<string, Known>> = {
    acceptOrder: ofWaiting,
    updateInfo: { areaId: 110_101 },
    endSession: { id: elsewhere?.id },
    endStaffSession: { id: elsewhere?.id },
    searchTrail: { staffId: '1', patientId, number: order.orderNo, from: 0, to: 4e12, cursor: '4000000000000.1' },
    refuseOrder: ofWaiting,
    finishOrder: ofOrder,
    setNoAnswer: { ...ofOrder, until: 4e12 },
    orderDetail: ofOrder,
    patientCancelOrder: ofOwn,
    patientDisputeOrder: ofOwn,
    patientRateOrder: ofOwn,
    updateStaff: ofEmployee,
    setStaffDisabled: ofEmployee,
    resetStaffPassword: ofEmployee,
    unlockStaff: ofEmployee,
    endStaffSessions: ofEmployee,
    updateDepartment: ofDepartment,
    retireDepartment: ofDepartment,
    addHospitalHost: { host: 'added.example' },
    removeHospitalHost: { host: 'added.example' },
    getPlatformHospital: ofHospital,
    createHospital: { hosts: ['made.example'] },
    setHospitalDisabled: { ...ofHospital, disabled: true },
    setHospitalLicence: { ...ofHospital, lastDay: '2030-12-31' },
    addHostOfHospital: { ...ofHospital, host: 'third.example' },
    removeHostOfHospital: { ...ofHospital, host: 'third.example' },
    createHospitalAdministrator: ofHospital,
    updateConsultConfig: { id: config?.id },
    updateQualification: { id: qualification.id },
    decideCertificates: { id: qualification.id },
    decideIdentity: { id: identityId },
    signFile: { url },
    deleteQuickReply: { id: replyId },
    updateQuickReply: { id: replyId },
    arrangeQuickReplies: { list: [{ id: replyId }] },
    getPlan: aWeek,
    copyWeek: { to: '2030-01-14' },
    endLeave: { id: leave.id },
    getTemplate: { id: template.id },
    saveTemplate: { id: ofSet.id, version: ofSet.version },
    noteTemplateUse: { id: template.id },
    deleteTemplate: { id: template.id },
    patientCreateOrder: { images: [] },
    savePatientFacts: { code: 'amoxicillin' },
    getPrescription: ofDraft,
    prescriptionVersions: ofDraft,
    editPrescription: ofDraft,
    cancelPrescription: ofDraft,
    checkPrescription: ofDraft,
    claimAudit: ofReview,
    renewAudit: ofReview,
    releaseAudit: ofReview,
    approveAudit: ofReview,
    rejectAudit: ofReview,
    undoDecision: ofReview,
    saveReviewDraft: ofReview,
    auditContext: ofReview,
    askReviewQuestion: ofReview,
    answerReviewQuestion: { id: question?.id },
    listReviewQuestions: ofDraft,
    pullMessages: { cursors: { [first.conversationId]: 0 } },
    findDrugInventory: { id: stocked?.drugId },
    saveCase: { id: record.id, version: record.version, status: 0 },
    getCase: { id: record.id },
    getMedicine: { id: ofMedicine.id },
    saveMedicine: { ...medicineFields, ...ofMedicine, code: 'of-the-tests' },
    retireMedicine: ofMedicine,
    correctStock: { id: ofMedicine.id, before: 0, after: 0 },
    saveDiagnosis: { ...ofDiagnosis, code: 'Z99.8' },
    retireDiagnosis: ofDiagnosis,
    saveDictEntry: { dictType, id: entry.id },
    retireDictEntry: { id: entry.id, retired: false },
  };

  /** Valid inputs of a call: `text` in every free field and valid ids, unless ids are to be text as well. */
  function inputsOf(name: string, operation: Operation, text: (path: Path) => string, hasKnown = true) {
    const made = { clientRequestId: crypto.randomUUID(), clientMessageId: newMessageId() };
    const known: Known = hasKnown ? { ...everywhere, ...made, ...byCall[name] } : {};
    const fill = (path: Path) => {
      const field = path.at(-1);
      const wanted = typeof field === 'string' ? known[field] : undefined;
      if (wanted !== undefined) return wanted;
      return field === 'content' && name === 'sendMessage' ? JSON.stringify({ content: text(path) }) : text(path);
    };
    const withKnown = (input: Input) =>
      Object.fromEntries(Object.entries(input).map(([field, value]) => [field, overlaid(value, known[field])]));
    const [query = {}] = examplesOf(operation.query, fill);
    return examplesOf(operation.body, fill).map((body) => ({ query: withKnown(query), body: withKnown(body) }));
  }

  const tokenFor = (name: string, { access }: Operation) => {
    // A made-up id may be that of a session, which must not be one that the other calls need.
    if (name === 'logout' || name === 'endSession') return leaving;
    if (access === 'public' && name !== 'updatePassword') return null;
    if (name === 'listCertificateReviews' || name === 'decideCertificates') return reviewer;
    if (access === 'administrator') return administrator;
    if (access === 'operator') return operator;
    return access === 'auditor' ? reviewer : access === 'patient' ? patient : doctor;
  };

  return {
    inputsOf,
    doctor,
    patient,
    auditor: reviewer,
    administrator,
    operator,
    /** The account whose sessions the calls may end. */
    leaving,
    conversationId: first.conversationId,
    /** Makes a call as a person with permission and returns the body. */
    call: (name: string, operation: Operation, { query, body }: { query: Input; body: Input }) =>
      send(operation, query, body, tokenFor(name, operation)),
  };
}

export type CallWorld = Awaited<ReturnType<typeof openCallWorld>>;

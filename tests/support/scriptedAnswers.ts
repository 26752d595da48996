import type { catalogue } from '../../contract/catalogue.ts';
import { dictTypes } from '../../contract/http/tenant.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';

export type CallName = keyof typeof catalogue;

/** The people who may sign in to the scripted platform; every password is `Cloudroom2026`. */
export const people = {
  doctor01: { id: '11', name: 'Lin Yue', isAuditor: false },
  doctor02: { id: '12', name: 'Zhou Ping', isAuditor: false },
  auditor01: { id: '21', name: 'Sun Wei', isAuditor: true },
} as const;
export type Account = keyof typeof people;

export const hospital = { id: '7', name: 'Scripted Hospital' };

type Asked = { account: Account | null; query: URLSearchParams; origin: string };
type Answers = { readonly [N in CallName]?: (asked: Asked) => ReplyInputOf<(typeof catalogue)[N]> };

const nobody = { id: '0', name: '', isAuditor: false };
const who = (account: Account | null) => (account === null ? nobody : people[account]);
const emptyPage = () => ({ list: [], total: 0 });

/** Answers of an idle hospital: nobody waits, nothing is in review. Other calls answer with null. */
export const usualAnswers: Answers = {
  getTenantByWebsite: () => ({ name: hospital.name, systemTenantId: hospital.id }),
  getDoctorInfo: ({ account }) => ({
    memberAccountId: who(account).id,
    doctorId: who(account).id,
    name: who(account).name,
    avatar: null,
    isAuditor: who(account).isAuditor,
    hospitalName: hospital.name,
  }),
  getInfo: ({ account }) => ({
    id: who(account).id,
    name: who(account).name,
    gender: 2,
    mobile: '138****0001',
    deptName: 'General medicine',
    hospitalName: hospital.name,
    online: true,
    status: 0,
  }),
  logout: () => true,
  getDictByType: ({ query }) =>
    dictTypes.some((type) => type === query.get('dictType'))
      ? [
          { label: 'First', value: '1' },
          { label: 'Second', value: '2' },
        ]
      : [],
  getAreaTree: () => [{ id: 110000, name: '北京市' }],
  getIcons: () => [],
  openReviewQuestions: () => [],
  getUiSetting: () => ({}),
  putUiSetting: () => true,
  getImConfig: ({ origin }) => ({
    url: origin,
    path: '/infra/im',
    transports: ['websocket'],
    pingIntervalMs: 10_000,
    pongTimeoutMs: 8_000,
    recallMinutes: 5,
    maxTextLength: 2_000,
    maxFileMb: 16,
  }),
  awaitList: () => [],
  getOrderNum: () => ({ awaitNum: 3, processNum: 1, finishNum: 5, cancelNum: 0, todayNum: 6 }),
  pageOrders: emptyPage,
  countOwnOrders: () => ({ counts: [], atLeast: false }),
  countOwnPrescriptions: () => ({ counts: [], atLeast: false }),
  workTrend: () => ({ days: [] }),
  dueWork: () => ({ expiring: { total: 0, list: [] }, unsigned: { total: 0, list: [] } }),
  listNotices: () => [],
  getDuty: () => ({ state: 'online', message: '', source: 'person', time: Date.now() }),
  getConsultConfigs: () => [],
  getQuickReplies: () => [],
  getSchedule: () => [],
  getQualification: () => null,
  findDoctorDiseases: () => [],
  pageDiseases: emptyPage,
  listPrescriptions: emptyPage,
  getPrescriptionNum: () => ({ pending: 0, passed: 0, rejected: 0, cancelled: 0 }),
  listWarehouses: () => [],
  pageAudit: emptyPage,
  myAuditRecord: emptyPage,
  alertsByRule: () => ({
    prescriptions: 0,
    rules: [],
    settings: {
      maxDrugs: 5,
      supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
      supplyCountsRest: true,
      sparePacks: 1,
      rules: [],
    },
  }),
};

import type * as english from '../en/office.ts';
import type { Translation } from '../texts.ts';
import { alertSettings } from './alertSettings.ts';
import { numbers } from './numbers.ts';
import { officeCalls } from './officeCalls.ts';
import { orders, prescriptions } from './orders.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';

export const home: Translation<typeof english.home> = {
  greeting: {
    night: '{{name}}，夜深了',
    morning: '{{name}}，早上好',
    afternoon: '{{name}}，下午好',
    evening: '{{name}}，晚上好',
  },
  duty: {
    name: '值班状态',
    is: '值班状态：{{state}}',
    states: { online: '在岗', busy: '忙碌', away: '离开' },
    texts: {
      online: '患者看到您可接诊。',
      busy: '患者看到您正忙碌。',
      away: '患者看到您已离开。',
    },
    bySchedule: '由排班自动设置。',
    write: '填写留言…',
    messageTitle: '值班状态留言',
    message: '留言',
    messageHint: '患者可以看到，例如“14:00 回来”。恢复在岗后自动清除。',
    failed: '值班状态加载失败，点击重试',
  },
  notices: {
    title: '医院通知',
    more: '查看详情',
    hide: '隐藏“{{title}}”',
    failed: '医院通知加载失败。',
  },
  trend: {
    title: '我的工作',
    period: '时间范围',
    last: '近 {{days}} 天',
    day: '日期',
    asTable: '以表格显示',
    consultations: '问诊',
    accepted: '接诊',
    finished: '已完成',
    prescriptions: '处方',
    notRejected: '未驳回',
    rejected: '已驳回',
    waits: '已接诊患者的等候时间',
    wait: '等候中位数',
    waitSummary: '通常每天有一半患者等候不超过 {{time}}。',
    more: '{{days}} 天共 {{number}}，比前 {{days}} 天多 {{change}}。',
    fewer: '{{days}} 天共 {{number}}，比前 {{days}} 天少 {{change}}。',
    same: '{{days}} 天共 {{number}}，与前 {{days}} 天相同。',
    none: '此时间段没有工作记录',
    noneText: '您接诊的问诊和开具的处方会统计在这里。',
  },
  lapsing: {
    unsigned: '待签署病历',
    expiring: '即将过期的处方',
    signUntil: '{{time}}截止',
    expires: '{{time}}过期',
    more_other: '另有 {{count}} 条不太紧急。',
    failed: '即将到期的事项加载失败。',
  },
  numbers: {
    title: '今日数据',
    waiting: '候诊患者',
    active: '接诊中',
    today: '今日订单',
    pending: '待审处方',
    rejected: '驳回处方',
    expired: '过期处方',
    failed: '部分数字加载失败。',
  },
  waiting: {
    title: '正在候诊',
    all: '全部候诊患者',
    more_other: '还有 {{count}} 人候诊',
  },
  running: '我的接诊',
  openPatient: '在云诊室打开{{patient}}',
  questions: '药师提问',
  questionsFailed: '药师提问未能加载。',
  prescriptions: {
    rejected: '被驳回的处方',
    pending: '审核中的处方',
    all: '查看全部',
    none: { rejected: '没有被驳回的处方', pending: '没有审核中的处方' },
  },
};

/** The page shown to a role that may not open the screen, in Chinese. */
export const noPermission: Translation<typeof english.noPermission> = {
  title: '没有权限',
  text: '此页面仅供{{needed}}使用，{{name}}的身份是{{own}}。如有需要，请联系医院管理员开通，或换一个账号登录。',
  roles: { doctor: '医生', reviewer: '审方药师', administrator: '医院管理员' },
  own: { doctor: '医生', reviewer: '审方药师', administrator: '医院管理员' },
  other: '换一个账号登录',
};

/** The page of an address that no screen has, in Chinese. */
export const notFound: Translation<typeof english.notFound> = {
  title: '页面不存在',
  text: '这个地址下没有页面。',
  home: '返回首页',
};

/** The help dialog, in Chinese. */
export const help: Translation<typeof english.help> = {
  title: '帮助',
  duty: { title: '值班状态', text: '顶栏按钮显示患者看到的状态：在岗、忙碌或离开，以及您的留言。' },
  accept: { title: '接诊', text: '在首页或云诊室点击候诊患者旁的“接诊”。如被同事抢先接诊，会告知是谁。' },
  record: { title: '书写与签署病历', text: '输入时自动保存。问诊结束后 24 小时内可以签署。' },
  prescribe: { title: '开具处方', text: '审方药师通过后处方生效。如被驳回，首页会显示原因。' },
  claim: { title: '领取处方', text: '打开处方即为您领取三分钟，审核期间自动延长，同事可以看到。' },
  decide: { title: '审核', text: '完成十项核对后通过，或填写医生可见的原因驳回。8 秒内可以撤销。' },
  question: { title: '向医生提问', text: '只有一处不明确时可提问而不驳回，处方会等待回复。' },
  offline: { title: '网络断开时', text: '可以继续工作。消息和草稿保存在本机，网络恢复后自动发送。' },
  people: {
    title: '人员',
    text: '新建医生、审方药师和管理员账号，停用离职人员的账号，重置密码。停用后数秒内退出登录。',
  },
  hospital: { title: '医院与科室', text: '修改员工和患者看到的医院名称，维护科室。停用的科室保留在历史记录中。' },
  certificates: { title: '资质审核', text: '医生的资质审核通过后才能开处方。驳回时填写的原因会显示给医生。' },
  ask: { title: '账号与权限', text: '角色、资质和账号由医院管理员管理。' },
  problem: {
    title: '报告问题',
    holds_other:
      '文件包含自 {{since}} 以来的 {{count}} 个事件：登录、已打开的问诊和未发送的消息收到了什么、何时收到、结果如何。',
    empty:
      '目前没有可保存的内容：自 {{since}} 以来，登录、已打开的问诊和未发送的消息没有收到任何事件。请重复导致问题的操作，然后再次报告。',
    masked: '姓名、电话、检测数值和所有输入的内容（包括密码）均已替换，只能看出长度、空格和哪些内容相同。',
    stays: '不会发送任何内容。文件保存在本机，请交给负责维护工作站的人员。',
    save: '保存文件',
  },
};

export const closedHospital: Translation<typeof english.closedHospital> = {
  unknown: {
    title: '此地址没有对应的医院',
    text: '请检查网址，或向医院索取正确的地址。此处无法登录。',
  },
  disabled: {
    title: '该医院已停用在线问诊',
    text: '该医院的在线问诊服务已关闭，请联系医院管理员。',
  },
  expired: {
    title: '该医院的授权已到期',
    text: '续期之前无法登录，请联系平台运营方续期。',
  },
};

export const storageWarning: Translation<typeof english.storageWarning> = {
  session: '浏览器无法为本页保存内容。可以继续工作，但重新加载或关闭页面后需要重新登录。',
  volatile: '浏览器无法为本页保存内容。可以继续工作，但关闭页面会丢失未发送的消息和草稿。',
  unread: '浏览器暂时无法读取已保存的内容：恢复之前，此处缺少先前的草稿和未发送的消息。可以继续工作。',
  failed: '浏览器未能保存您的内容。可以继续工作，但关闭页面会丢失未发送的消息和草稿。',
};

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services, in Chinese. */
export const office = {
  alertSettings,
  calls: officeCalls,
  closedHospital,
  help,
  home,
  noPermission,
  notFound,
  numbers,
  orders,
  prescriptions,
  profile,
  schedule,
  settings,
  storageWarning,
} as const;

import type * as english from '../en/rest.ts';
import type { Translation } from '../texts.ts';
import { calls } from './calls.ts';
import { chat } from './chat.ts';
import { frame } from './frame.ts';
import { workspace } from './workspace.ts';

export const alerts: Translation<typeof english.alerts> = {
  menu: '提醒设置…',
  answer: '去回复',
  blocked: '点击页面后才能播放提示音',
  reviews_other: '{{count}} 张待审',
  notice: {
    rejected: '{{who}}的处方被驳回',
    question: '药师对{{who}}的处方有疑问',
  },
};

export const orderState: Translation<typeof english.orderState> = {
  awaitingPayment: '待支付',
  awaiting: '待接诊',
  active: '接诊中',
  finished: '已完成',
  cancelled: '已取消',
  refused: '已拒诊',
  refunding: '退款中',
  refunded: '已退款',
  timedOut: '超时未接诊',
  unknown: '未知状态（{{status}}）',
};

export const printing: Translation<typeof english.printing> = {
  nothing: '没有可打印的内容',
  text: '请先打开处方、病历或已结束的问诊，再打印。列表可导出为 CSV 文件。',
};

export const shared: Translation<typeof english.shared> = {
  sex: { male: '男', female: '女', unknown: '性别未记录' },
  age: {
    years_other: '{{count}}岁',
    months_other: '{{count}}个月',
    days_other: '{{count}}天',
    unknown: '年龄未记录',
  },
  time: {
    today: '今天',
  },
  list: {
    count_other: '共{{count}}条',
    items: '、',
    details: '，',
    posts: ' ',
    entries: '；',
    sentences: '。',
    named: '{{name}}：{{what}}',
  },
  leave: {
    title: '不保存就离开？',
    text: '本页的修改尚未保存。',
    leave: '离开',
    stay: '留在本页',
  },
  unsaved: { title: '此处填写的内容尚未保存。', discard: '放弃', goOn: '继续填写' },
};

/** Texts that all screens after sign-in share, and those of the screens with chats, in Chinese. */
export const rest = {
  alerts,
  calls,
  chat,
  frame,
  orderState,
  printing,
  shared,
  workspace,
} as const;

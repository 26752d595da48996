import type * as english from '../en/office.ts';
import type { Translation } from '../texts.ts';
import { alertSettings } from './alertSettings.ts';
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
    on: '出诊',
    onText: '患者可以看到您在线。',
    offText: '患者看到您不在线。',
    failed: '出诊状态加载失败，点击重试',
  },
  numbers: {
    title: '今日数据',
    waiting: '候诊患者',
    active: '接诊中',
    today: '今日订单',
    pending: '待审处方',
    rejected: '驳回处方',
    expired: '过期处方',
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

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services, in Chinese. */
export const office = { alertSettings, home, orders, prescriptions, profile, schedule, settings } as const;

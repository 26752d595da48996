import type * as english from '../en/office.ts';
import type { Translation } from '../texts.ts';
import { alertSettings } from './alertSettings.ts';
import { orders, prescriptions } from './orders.ts';
import { profile } from './profile.ts';
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

export const schedule: Translation<typeof english.schedule> = {
  title: '排班管理',
  text: '每周各时段的接诊人数。留空表示不出诊。',
  day: '星期',
  period: { morning: '上午', afternoon: '下午', evening: '晚上' },
  cell: '{{type}}，{{day}}，{{period}}',
  cellInvalid: '0 至 {{max}}',
  total_other: '每周 {{count}} 人',
  copyMonday: '将周一应用到周二至周五',
  invalid: '有的格子里不是有效的人数。',
  saved: '排班已保存。',
  noTypes: '没有可用的问诊类型',
  noTypesText: '医院的问诊类型加载失败，请刷新页面重试。',
};

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services, in Chinese. */
export const office = { alertSettings, home, orders, prescriptions, profile, schedule, settings } as const;

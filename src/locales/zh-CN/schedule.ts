import type { schedule as english } from '../en/schedule.ts';
import type { Translation } from '../texts.ts';

export const schedule: Translation<typeof english> = {
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

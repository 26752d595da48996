import type { prescriptions as english } from '../en/prescriptions.ts';
import type { Translation } from '../texts.ts';

export const prescriptions: Translation<typeof english> = {
  title: '处方记录',
  table: '处方记录',
  filters: '筛选处方',
  keyword: '患者、处方号或药品',
  status: '处方状态',
  review: '审核状态',
  empty: '没有符合条件的处方',
  emptyText: '请调整或清除筛选条件。',
  none: '还没有处方',
  noneText: '在云诊室与患者聊天时即可开具处方。',
  column: {
    number: '处方号',
    patient: '患者',
    diagnosis: '诊断',
    lines: '药品数',
    created: '开具时间',
    amount: '金额',
  },
  counts: '只看',
  count: {
    pending: '待审核',
    rejected: '已驳回',
    cancelled: '已作废',
    expired: '已过期',
  },
  close: '关闭处方',
  toOrder: '查看订单',
  cancelled: '处方 {{number}} 已作废。',
};

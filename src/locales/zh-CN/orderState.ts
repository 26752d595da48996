import type { orderState as english } from '../en/orderState.ts';
import type { Translation } from '../texts.ts';

export const orderState: Translation<typeof english> = {
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

import type { alerts as english } from '../en/alerts.ts';
import type { Translation } from '../texts.ts';

export const alerts: Translation<typeof english> = {
  menu: '提醒设置…',
  blocked: '点击页面后才能播放提示音',
  notice: {
    message_other: '{{who}}发来 {{count}} 条新消息',
    messageOf_other: '{{who}}（{{count}}）',
    waiting: '{{who}}正在等待接诊',
    rejected: '{{who}}的处方被驳回',
    rejectedUnknown: '有处方被驳回',
    review: '有处方等待审核',
    someone: '患者',
  },
};

import type { frame as english } from '../en/frame.ts';
import type { Translation } from '../texts.ts';

export const frame: Translation<typeof english> = {
  skip: '跳到主要内容',
  main: '主导航',
  nav: {
    home: '首页',
    cloudRoom: '云诊室',
    orders: '问诊订单',
    prescriptions: '处方记录',
    serviceSetup: '服务设置',
    schedule: '排班管理',
    profile: '个人资料',
    reviewQueue: '审方任务',
    myReviews: '我的审方',
    administration: '管理',
    more: '更多',
    open: '打开导航',
  },
  alertsAway: '提醒未启用：没有提示音和通知，也无法切换值班状态。',
  waitingUnknown: '候诊人数未知',
  waiting_other: '{{count}} 位患者候诊',
  connection: {
    name: '连接状态',
    online: '在线',
    reconnecting: '重连中',
    works: '已连接平台',
    offline: '离线',
    loggedOut: '已退出登录',
    banner: '网络已断开，可以继续工作，恢复后消息会自动发送。此前未打开过的病历和处方要等网络恢复后才能书写。',
  },
  unsent: {
    title: '有消息未发送，仍要退出登录吗？',
    text_other: '有 {{count}} 条消息尚未发送。它们会加密保存在本设备上，您再次在此登录后即会发送。',
  },
  theme: { name: '主题', system: '跟随系统', light: '浅色', dark: '深色' },
};

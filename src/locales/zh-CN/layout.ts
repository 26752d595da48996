import type { layout as english } from '../en/layout.ts';
import type { Translation } from '../texts.ts';

export const layout: Translation<typeof english> = {
  product: 'Cloudroom 云诊室',
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
  waitingUnknown: '候诊人数未知',
  waiting_other: '{{count}} 位患者候诊',
  connection: {
    name: '连接状态',
    online: '在线',
    reconnecting: '重连中',
    offline: '离线',
    banner: '网络已断开，可以继续工作，恢复后消息会自动发送。',
  },
  storage: {
    session: '浏览器无法为本页保存内容。可以继续工作，但重新加载或关闭页面后需要重新登录。',
    volatile: '浏览器无法为本页保存内容。可以继续工作，但关闭页面会丢失未发送的消息和草稿。',
    failed: '浏览器未能保存您的内容。可以继续工作，但关闭页面会丢失未发送的消息和草稿。',
  },
  account: { menu: '账号菜单', logOut: '退出登录', shortcuts: '键盘快捷键', appearance: '外观', help: '帮助' },
  unsent: {
    title: '有消息未发送，仍要退出登录吗？',
    text_other: '有 {{count}} 条消息尚未发送。它们会加密保存在本设备上，您再次在此登录后即会发送。',
  },
  language: { name: '语言', en: 'English', zhCN: '中文' },
  theme: { name: '主题', system: '跟随系统', light: '浅色', dark: '深色' },
  density: { name: '显示密度', comfortable: '宽松', compact: '紧凑' },
  fontSize: { name: '字号', s: '小', m: '中', l: '大' },
  toasts: '通知',
  notFound: {
    title: '页面不存在',
    text: '这个地址下没有页面。',
    home: '返回首页',
  },
  tenantUnknown: {
    title: '此地址没有对应的医院',
    text: '请检查网址，或向医院索取正确的地址。此处无法登录。',
  },
  tenantDisabled: {
    title: '该医院已停用在线问诊',
    text: '该医院的在线问诊服务已关闭，请联系医院管理员。',
  },
  tenantExpired: {
    title: '该医院的服务已到期',
    text: '续期之前在线问诊暂停使用，请联系管理员。',
  },
  tenantUnreachable: {
    title: '无法连接到医院平台',
    text: '平台没有响应，请检查网络后重试。',
  },
  chunkFailed: {
    title: '页面的一部分加载失败',
    text: '可能有新版本发布，或网络中断。已输入的内容会保留，请重新加载后继续。',
  },
  crashed: {
    title: '页面出错了',
    text: '错误已记录。请重试，或前往其他页面。',
  },
};

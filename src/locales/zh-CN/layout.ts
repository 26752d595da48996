import type { layout as english } from '../en/layout.ts';
import type { Translation } from '../texts.ts';

export const layout: Translation<typeof english> = {
  product: 'Cloudroom 云诊室',
  account: { menu: '账号菜单', logOut: '退出登录', shortcuts: '键盘快捷键', appearance: '外观', help: '帮助' },
  language: { name: '语言', en: 'English', zhCN: '中文' },
  toasts: '通知',
  hospitalUnreachable: {
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

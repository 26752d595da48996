import type { session as english } from '../en/session.ts';
import type { Translation } from '../texts.ts';

export const session: Translation<typeof english> = {
  login: { title: '登录' },
  expired: {
    title: '登录已过期',
    text: '您已退出登录。请重新登录；也可以取消，留在当前页面复制需要的内容。',
    again: '重新登录',
    cancel: '取消',
    bar: '您已退出登录，当前内容可能不是最新的。',
    barUnreachable: '无法连接平台，登录未能续期。',
  },
  otherDoctor: {
    title: '已有其他人登录',
    text: '另一个账号已在其他标签页登录。本页的工作已关闭，不会再以您的名义发送任何内容。',
    continue: '继续',
  },
  lock: {
    title: '屏幕已锁定',
    text: '您的工作内容均已保留。请输入密码，以 {{name}} 的身份继续。',
    textPlain: '您的工作内容均已保留。请登录后继续。',
    missing: '密码表单正在加载。如未出现，请检查网络后重新加载页面；消息和草稿均已保留。',
    soon_other: '屏幕将在{{count}}分钟后锁定。',
    stay: '继续工作',
    now: '锁定屏幕',
    unlock: '解锁',
  },
};

import type { errors as english } from '../en/core.ts';
import type { Translation } from '../texts.ts';
import { common } from './common.ts';
import { layout } from './layout.ts';
import { session } from './session.ts';

export const errors: Translation<typeof english> = {
  code: {
    '400': '请求参数不正确，请检查填写的内容。',
    '401': '认证失败，无法访问系统资源',
    '403': '当前操作没有权限',
    '404': '访问资源不存在',
    '500': '服务器错误，请联系管理员',
    default: '系统未知错误，请反馈给管理员',
  },
  network: '操作失败，系统异常：平台没有应答。请检查网络后重试；消息和草稿不会丢失。',
  timeout: '接口请求超时，请刷新页面重试',
  status: '请求出现错误，请稍后重试（{{status}}）',
  beside: {
    network: '无法连接平台。请检查网络后重试。',
    timeout: '平台没有及时响应，请重试。',
    status: '平台暂时无法使用（错误 {{status}}），请一分钟后重试。',
    server: '平台发生故障。请重试；如仍失败，请联系管理员。',
  },
  empty: '服务器没有返回内容，请稍后重试。',
  unreadable: '当前版本无法识别服务器返回的内容，请刷新页面后重试。',
  sessionChanged: '已有其他人在此登录，刚才的内容没有发出。',
  sessionEnded: '登录已失效，请重新登录后继续。',
  fileTooLarge: '{{name}} 超过了 {{limit}} 的大小限制。',
  fileType: '{{name}} 的文件类型不支持发送。',
  brokenText: '“{{field}}”中含有损坏的字符（例如不完整的表情符号）。内容未发送，已为您保留：请删除该字符后重试。',
  fileIsNotOne: '服务器没有返回文件。',
  /** A toast about a failed call. */
  failed: '{{action}}：{{reason}}',
  /** What the calls of the sign-in pages do. */
  calls: {
    logout: '退出登录',
    updatePassword: '修改密码',
    getIcons: '加载图标',
    getDoctorInfo: '加载账号信息',
    getDictByType: '加载选项',
    getAreaTree: '加载地区',
    getTenantByWebsite: '加载医院信息',
  },
};

/** What every page needs, the sign-in page included, in Chinese. */
export const core = { common, errors, layout, session } as const;

import type { entrance as english } from '../en/entrance.ts';
import type { Translation } from '../texts.ts';

/** The forms to sign in, to unlock the screen and to change a password. */
export const entrance = {
  errors: {
    calls: {
      login: '登录',
      smsLogin: '登录',
      sendSmsCode: '发送验证码',
      validateSmsCode: '校验验证码',
      getCaptcha: '加载拼图',
      checkCaptcha: '校验拼图',
    },
  },
  session: {
    login: {
      welcome: '医生在线问诊工作台',
      methods: '登录方式',
      password: '密码',
      smsCode: '短信验证码',
      account: '账号',
      mobile: '手机号',
      code: '验证码',
      rememberMe: '记住我',
      rememberHint: '仅在本设备保存30天。',
      rememberUnavailable: '此浏览器无法安全保存。',
      submit: '登录',
      sendCode: '发送验证码',
      resendIn_other: '{{count}}秒后可重新发送',
      codeSent: '验证码已发送至 {{mobile}}。',
      forgotPassword: '忘记密码？',
      showPassword: '显示密码',
      hidePassword: '隐藏密码',
      accountRequired: '请输入账号。',
      passwordRequired: '请输入密码。',
      mobileRequired: '请输入手机号。',
      mobileInvalid: '请输入11位手机号。',
      codeRequired: '请输入短信中的验证码。',
      retryIn: '{{time}} 后可重试',
      why: { expired: '登录已过期，请重新登录后继续。', needed: '请先登录，再打开所需页面。' },
    },
    logout: {
      waiting:
        '您已在本设备退出登录，但暂时无法连接平台，平台上的会话仍未结束。请保持本页面打开或稍后再次打开，平台恢复应答后会自动结束该会话。',
      confirmed: '平台已确认您退出登录。',
    },
    captcha: {
      title: '安全验证',
      slider: '拖动滑块完成拼图',
      hint: '将拼图拖到缺口处，也可用方向键移动后按回车确认。',
      refresh: '换一张',
      failed: '没有对准，请再试一次。',
      unavailable: '拼图加载失败。',
      working: '本设备正在进行安全计算，请稍候几秒。',
    },
    reset: {
      title: '设置新密码',
      newPassword: '新密码',
      repeatPassword: '再次输入新密码',
      different: '两次输入的密码不一致。',
      done: '密码已修改，请使用新密码登录。',
      back: '返回登录',
    },
  },
} satisfies Translation<typeof english>;

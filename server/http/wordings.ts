import { Code } from '../../contract/envelope.ts';
import type { Language } from '../accounts/caller.ts';

type Words = readonly [chinese: string, english: string];

/** Wordings that are more exact than their code's. Existing clients recognise those about refresh tokens by their text. */
const wordings = {
  refreshTokenUnknown: ['无效的刷新令牌', 'Invalid refresh token'],
  refreshTokenExpired: ['刷新令牌已过期', 'Refresh token has expired'],
  tenantMissing: ['请求的租户标识未传递，请进行排查', 'The request names no hospital (header tenant-id)'],
  tenantForeign: ['您无权访问该租户的数据', 'You have no access to the data of this hospital'],
  bodyTooLarge: ['请求内容过大', 'The request is too large'],
  bodyUnreadable: ['请求内容格式不正确', 'The request cannot be read'],
  fileMissing: ['请求参数缺失:file', 'Missing request parameter: file'],
  passwordShort: ['密码至少需要 8 个字符', 'The password needs at least 8 characters'],
  passwordCommon: ['该密码过于常见，请更换', 'This password is too common; choose another'],
  passwordNamesUser: [
    '密码不能与账号或手机号相同，也不能只在其后加几个字符',
    'The password must not be the account name or mobile number, nor either with a few characters added',
  ],
  signInDelayed: [
    '该账号密码错误次数过多。请稍候再试，或使用短信验证码登录。',
    'Too many wrong passwords for this account. Wait a while, or log in with an SMS code.',
  ],
  passwordDelayed: ['密码错误次数过多，请 {seconds} 秒后再试', 'Too many wrong passwords; try again in {seconds} s'],
  oldPasswordBlocked: [
    '密码错误次数过多。请退出登录，点击“忘记密码？”，通过短信验证码设置新密码。',
    'Too many wrong passwords. Log out and choose “Forgot your password?” to set a new one with a code by SMS.',
  ],
  oldPasswordWrong: ['原密码不正确，请重新输入', 'The current password is not correct. Enter it again'],
  passwordWrong: ['密码不正确，请重新输入', 'The password is not correct. Enter it again'],
  signingNeedsPassword: [
    '您尚未设置密码。请退出登录，点击“忘记密码？”设置密码后再签名。',
    'You have no password yet. Log out and choose “Forgot your password?” to set one, then sign.',
  ],
  tooManyFacts: [
    '该患者的当前信息条目过多。请先撤销不再成立的条目，再添加新的',
    'This patient has too many current statements. Withdraw those that no longer hold, then add new ones',
  ],
  contentAltered: [
    '该处方在医生签名后被改动，不能通过审核。请驳回，由医生重新提交',
    'This prescription was altered after its doctor signed it and cannot be approved. Reject it, so that the doctor hands it in again',
  ],
  verifyCodeUnknown: ['未找到该编码对应的处方', 'No prescription has this code'],
  smsUnavailable: ['短信服务暂不可用，请联系管理员', 'Text messages cannot be sent now; contact the administrator'],
  doctorOffersNone: [
    '该医生不提供此类问诊，请选择其他医生或其他问诊类型',
    'This doctor does not offer this kind of consultation; choose another doctor or another kind',
  ],
  doctorsDayFull: [
    '该医生今天的 {limit} 个名额已满，请明天再来，或选择其他医生',
    'The {limit} places of this doctor for today are taken; come back tomorrow or choose another doctor',
  ],
  doctorBusy: [
    '该医生同时接诊的 {limit} 位患者已满，请稍后再试，或选择其他医生',
    'This doctor has {limit} patients now and takes no more; try again later or choose another doctor',
  ],
  kindNotOffered: [
    '目前没有医生提供此类问诊，请选择其他问诊类型',
    'No doctor offers this kind of consultation now; choose another kind',
  ],
  hospitalsDayFull: [
    '今天此类问诊的名额已满，请明天再来，或选择其他问诊类型',
    'All places for this kind of consultation are taken today; come back tomorrow or choose another kind',
  ],
  ownDayFull: [
    '您今天此类问诊的 {limit} 个名额已用完。可在服务设置中提高每日名额',
    'You have accepted your {limit} patients of this kind for today. To accept more, raise the daily limit in the service setup',
  ],
  orderOutOfReach: ['该问诊单不存在，或已由其他医生处理', 'This consultation does not exist, or a colleague has it'],
  storedBefore: [
    '此前的一次提交已保存，内容与现在的不同。现在的内容未保存',
    'An earlier attempt was stored with other content. What you sent now is not stored',
  ],
  ownCertificates: ['不能审核本人的资质', 'You cannot decide on your own certificates'],
  certificatesDecided: [
    '该资质已审核或已重新提交，请刷新列表',
    'These certificates were decided on or handed in again meanwhile; reload the list',
  ],
  unknownVariable: [
    '内容含有无法自动填写的变量，请更正后再保存',
    'The text has a variable that cannot be filled in. Correct it, then save',
  ],
  repliesFull: [
    '快捷回复已达上限 {limit} 条。请先删除不再使用的快捷回复。',
    'You have {limit} quick replies and cannot add more. Delete some that you no longer use.',
  ],
  templateNameTaken: [
    '已有同名模板“{name}”。请换一个名称，或修改该模板。',
    'There is a template “{name}” already. Choose another name, or change that one.',
  ],
  templatesFull: [
    '模板已达上限 {limit} 个。请先删除不再使用的模板。',
    'You have the most templates possible, {limit}. Delete one that you no longer use.',
  ],
  templateChanged: [
    '该模板已被修改。请重新打开后再改。',
    'This template was changed meanwhile. Open it again and repeat your change.',
  ],
  templateForeign: ['只有创建者可以修改该模板', 'Only its author can change this template'],
  departmentMissing: [
    '您的账号未设置科室，不能保存科室模板。请保存为个人模板。',
    'Your account has no department, so nothing can be saved for it. Save it for yourself instead.',
  ],
  drugUnknown: ['药品“{name}”不在本院药品目录中', 'The medicine “{name}” is not in the list of this hospital'],
  favouritesFull: [
    '常用药品已达上限 {limit} 个。请先取消一些。',
    'You have the most favourites possible, {limit}. Remove one first.',
  ],
  askedAfterDecision: [
    '您已作出审核决定。请先撤销该决定，再提问',
    'You have decided this prescription. Undo the decision first, then ask',
  ],
  tooManyQuestions: [
    '已有 {most} 个问题在等待医生回复，请等待回复后再提问',
    '{most} questions wait for the doctor already; wait for an answer before you ask again',
  ],
  nothingToConfirm: [
    '该问题没有可供确认的检查结果，请填写回复',
    'This question names no finding to confirm; write an answer',
  ],
  questionEmpty: ['请填写问题', 'Write a question'],
  answerEmpty: ['请填写回复', 'Write an answer'],
  questionAnswered: [
    '该问题已经回复，您现在填写的内容未保存',
    'This question has been answered already; what you wrote now is not stored',
  ],
  reviewApproved: ['{current.auditor.name} 已通过该处方', '{current.auditor.name} has approved this prescription'],
  reviewRejected: ['{current.auditor.name} 已驳回该处方', '{current.auditor.name} has rejected this prescription'],
  reviewWithdrawn: ['{current.doctor.name} 已作废该处方', '{current.doctor.name} has withdrawn this prescription'],
  reviewEdited: [
    '{current.doctor.name} 已修改该处方，请重新打开并审核新版本',
    '{current.doctor.name} has changed this prescription. Open it again to review the new version',
  ],
  reviewExpired: [
    '该处方在审核前已过期，请医生重新开具',
    'This prescription expired before it was decided; the doctor must write a new one',
  ],
  planDayPassed: ['{date} 已过去，不能再排班', '{date} has passed and can no longer be planned'],
  planDayOnLeave: [
    '{date} 已请假（{from} 至 {to}）。请先结束该假期，再安排这一天。',
    '{date} is a day of leave ({from} to {to}). End that leave first, then plan the day.',
  ],
  planRangeWrong: [
    '结束日期不能早于开始日期，也不能超过 {most} 天。请修改日期。',
    'The last day must not be before the first, nor more than {most} days after it. Change the dates.',
  ],
  leaveOverlaps: [
    '与已有假期（{from} 至 {to}）重叠。请先结束该假期，或选择其他日期。',
    'There is leave from {from} to {to} already. End it first, or choose other days.',
  ],
  leaveEnded: ['该假期已经结束，不能再更改', 'This leave has ended and can no longer be changed'],
  weekOntoItself: [
    '不能把一周复制到它自己。请选择其他周。',
    'A week cannot be copied onto itself. Choose another week.',
  ],
  scheduleForeign: [
    '只有本科室主任可以查看或修改该医生的排班',
    'Only the head of this doctor’s department can see or change this plan',
  ],
  noDepartmentHeaded: [
    '您不是科室主任。如有疑问，请联系医院管理员',
    'You do not head a department. If you should, ask the hospital’s administrator',
  ],
  mobileTaken: [
    '该手机号已被其他账号使用，请换一个手机号',
    'Another account already uses this mobile number. Enter another one',
  ],
} as const satisfies Record<string, Words>;
export type Wording = keyof typeof wordings;

const byCode: Readonly<Record<Code, Words>> = {
  [Code.accepted]: ['', ''],
  [Code.ok]: ['', ''],
  [Code.badRequest]: ['请求参数不正确', 'Invalid request parameter'],
  [Code.unauthorised]: ['账号未登录', 'Not signed in'],
  [Code.forbidden]: ['没有该操作权限', 'No permission for this operation'],
  [Code.notFound]: ['请求未找到', 'Not found'],
  [Code.methodNotAllowed]: ['请求方法不正确', 'Method not allowed'],
  [Code.locked]: ['正在由 {holder.name} 处理，请稍后重试', 'Held by {holder.name}; try again later'],
  [Code.tooManyRequests]: ['请求过于频繁，请稍后重试', 'Too many requests; try again later'],
  [Code.serverError]: ['系统异常', 'Server error'],
  [Code.duplicateRequest]: ['该内容已提交过，无需重复提交', 'This was already sent; there is nothing more to do'],
  [Code.wrongPassword]: ['登录失败，账号密码不正确', 'Wrong account or password'],
  [Code.accountDisabled]: [
    '登录失败，账号被禁用。请联系医院管理员',
    'This account is disabled. Ask your hospital’s administrator',
  ],
  [Code.captchaRequired]: ['请先完成安全验证', 'Complete the security check first'],
  [Code.mobileUnknown]: ['手机号不存在', 'This mobile number is not known'],
  [Code.smsCodeUnknown]: ['验证码不正确', 'The code is not correct'],
  [Code.smsCodeExpired]: ['验证码已过期，请重新获取', 'The code has expired. Request a new one'],
  [Code.smsCodeUsed]: ['验证码已使用，请重新获取', 'The code has been used. Request a new one'],
  [Code.smsDailyLimit]: [
    '今日短信发送次数已达上限。请明天再试，或使用密码登录',
    'Too many codes today. Try again tomorrow, or log in with your password',
  ],
  [Code.smsTooFrequent]: ['短信发送过于频繁，请稍后重试', 'A code was sent a moment ago; wait before asking again'],
  [Code.tenantUnknown]: [
    '租户不存在。请检查网址，或联系医院管理员',
    'This hospital does not exist. Check the address, or ask the hospital’s administrator',
  ],
  [Code.tenantDisabled]: ['租户已被禁用，请联系医院管理员', 'This hospital is switched off. Ask its administrator'],
  [Code.weakPassword]: ['密码不符合要求', 'The password does not meet the rules'],
  [Code.changeTokenUnknown]: ['请先验证原手机号', 'Verify the current mobile number first'],
  [Code.signInCodeRequired]: [
    '该账号密码错误次数过多，暂时不能使用密码。请使用发送到该账号手机号的验证码登录。',
    'Too many wrong passwords for this account: it takes no password now. Log in with a code sent to its mobile number.',
  ],
  [Code.recordChanged]: ['病历已被修改', 'The record has been changed meanwhile'],
  [Code.recordSigned]: [
    '病历已签署，不能修改。如需更正，请添加补充说明',
    'The record is signed and cannot be changed. Add an addendum to correct it',
  ],
  [Code.prescriptionLinesRefused]: ['处方内容未通过检查', 'The prescription did not pass the checks'],
  [Code.prescriptionChanged]: ['处方已被修改', 'The prescription has been changed meanwhile'],
  [Code.prescriptionInReview]: ['药师 {auditorName} 审核中', 'In review by {auditorName}'],
  [Code.prescriptionStatusRefused]: [
    '处方当前状态不允许该操作。请重新载入，查看其当前状态',
    "The prescription's state does not allow this. Load it again to see its state",
  ],
  [Code.recordMissing]: ['请先填写病历', 'Write the medical record first'],
  [Code.stockShort]: [
    '库存不足。请减少数量，或更换药品或药房',
    'Not enough in stock. Prescribe less, or choose another drug or pharmacy',
  ],
  [Code.signingLocked]: ['签名前请先输入登录密码', 'Enter your password before signing'],
  [Code.signingKeySealed]: [
    '平台密钥已变更，无法打开您的签名密钥，未签名也未提交。请联系管理员从备份恢复平台密钥。',
    'The platform’s secret has changed and cannot open your signing key. Nothing was signed or sent. Ask the administrator to restore the secret from the backup.',
  ],
  [Code.qualificationMissing]: [
    '执业资格未通过或已过期。请在“个人资料 › 执业资格”中提交',
    'Your qualification is not approved or has expired. Hand in your certificates under Profile, Qualification',
  ],
  [Code.orderTaken]: ['该患者已由 {doctorName} 接诊', 'Already taken by {doctorName}'],
  [Code.orderStatusRefused]: [
    '问诊单当前状态不允许该操作。请重新载入，查看其当前状态',
    "The consultation's state does not allow this. Load it again to see its state",
  ],
  [Code.orderLimitReached]: [
    '已达到此类问诊的同时接诊上限，请先结束一个接诊',
    'You have reached your limit of consultations of this kind at once; finish one first',
  ],
  [Code.remindTooSoon]: ['刚刚提醒过，请一分钟后再试', 'The patient was reminded a moment ago. Try again in a minute'],
  [Code.conversationClosed]: ['问诊已结束，不能发送消息', 'The consultation has ended; nothing can be sent'],
  [Code.recallTooLate]: ['超过撤回时间', 'It is too late to recall this message'],
  [Code.leaseLost]: ['审核占用已失效', 'Your hold on this prescription has ended'],
  [Code.prescriptionWithdrawn]: ['处方已被医生撤回或修改', 'The doctor has withdrawn or changed the prescription'],
  [Code.ownPrescription]: ['不能审核本人开具的处方', 'You cannot review your own prescription'],
  [Code.checklistIncomplete]: ['请完成全部核对项', 'Complete all verifications first'],
  [Code.tooManyClaims]: [
    '您已占用 {most} 张处方，请先完成或释放其中一张',
    'You hold {most} prescriptions already; decide or release one first',
  ],
  [Code.undoTooLate]: ['审核结果已生效，不能撤销', 'The decision has taken effect and can no longer be undone'],
  [Code.prescriptionExpired]: [
    '处方已过有效期，不能再审核；请医生重新开具',
    'The prescription has expired and can no longer be decided; the doctor must write a new one',
  ],
  [Code.questionRefused]: [
    '医生没有为该检查结果填写继续用药的理由，无法请其确认',
    'The doctor wrote no reason for this finding, so there is nothing to confirm',
  ],
  [Code.questionClosed]: [
    '该问题已不再等待回复：处方已审核、撤回、修改或过期',
    'This question no longer waits for an answer: the prescription was decided, withdrawn, changed or has expired',
  ],
  [Code.fileTypeRefused]: [
    '不接受文件“{name}”：格式不支持，或内容与名称不符',
    '“{name}” is not accepted: its kind is not supported, or its content is not what its name says',
  ],
  [Code.fileTooLarge]: ['文件“{name}”超过大小上限', 'The file “{name}” is larger than allowed'],
  [Code.scheduleChanged]: [
    '该排班已被修改。请重新载入后再改。',
    'This plan was changed meanwhile. Load it again and repeat your change.',
  ],
  [Code.scheduleConflict]: [
    '与已有排班冲突，请选择其他日期',
    'This conflicts with what is planned already; choose other days',
  ],
  [Code.fileLinkExpired]: [
    '文件链接已过期，请刷新页面后再打开',
    'The link to the file has expired. Reload the page and open it again',
  ],
};

/** Chinese texts for the contract's own validation messages, which are English. */
const validationMessages: Readonly<Record<string, string>> = {
  'is empty': '不能为空',
  'is not an id': '不是有效的编号',
  'is not a host': '不是有效的域名',
  'is not a date': '不是有效的日期',
  'is not a mobile number': '不是有效的手机号',
  'is not a device': '不是有效的设备标识',
  'is not a code of 4 to 6 digits': '应为 4 至 6 位数字验证码',
  'contains a broken character, such as half an emoji; remove it and try again':
    '含有损坏的字符（例如不完整的表情符号），请删除后重试',
  'has more than 500 entries': '超过 500 项',
  'has an unknown variable': '含有未知变量',
  'is nested too deep, or contains a broken character': '层级过深，或含有损坏的字符',
};

/** The message about an invalid field in the reader's language. */
export const validationMessage = (message: string, language: Language): string =>
  language === 'en' ? message : (validationMessages[message] ?? message);

const valueAt = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), data);

/** The message of a refusal, with the names from its data filled in. */
export function messageOf(code: Code, wording: Wording | null, data: unknown, language: Language): string {
  const words = wording === null ? byCode[code] : wordings[wording];
  return words[language === 'en' ? 1 : 0].replace(/\{([\w.]+)\}/g, (_, path: string) =>
    String(valueAt(data, path) ?? ''),
  );
}

function parsePreference(acceptLanguage: string): Language {
  const [first] = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=');
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && /^(en|zh)\b/.test(tag))
    .sort((one, other) => other.quality - one.quality);
  return first?.tag.startsWith('en') ? 'en' : 'zh-CN';
}

/** Parsed headers. Browsers send only a handful of different ones, but with every request. */
const parsed = new Map<string, Language>();
const maxCached = 200;
/** Browsers send no longer header, so longer ones are not cached. */
const maxCachedLength = 200;

/** The language that a request prefers; Chinese is the wire's own and the default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage.length > maxCachedLength)
    return parsePreference(acceptLanguage ?? '');
  const known = parsed.get(acceptLanguage);
  if (known !== undefined) return known;
  if (parsed.size >= maxCached) parsed.clear();
  const language = parsePreference(acceptLanguage);
  parsed.set(acceptLanguage, language);
  return language;
}

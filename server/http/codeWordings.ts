import { Code } from '../../contract/envelope.ts';
import type { Words } from './wordings.ts';

/** What a business code says where a refusal has no wording of its own. */
export const byCode: Readonly<Record<Code, Words>> = {
  [Code.accepted]: ['', ''],
  [Code.ok]: ['', ''],
  [Code.badRequest]: ['请求参数不正确', 'Invalid request parameter'],
  [Code.unauthorised]: ['账号未登录', 'Not logged in'],
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
  [Code.hospitalUnknown]: [
    '租户不存在。请检查网址，或联系医院管理员',
    'This hospital does not exist. Check the address, or ask the hospital’s administrator',
  ],
  [Code.hospitalDisabled]: ['租户已被禁用，请联系医院管理员', 'This hospital is disabled. Ask its administrator'],
  [Code.hospitalExpired]: [
    '医院的使用授权已到期，请联系医院管理员',
    'The licence of this hospital has ended. Ask its administrator',
  ],
  [Code.passwordChangeRequired]: ['请先修改密码', 'Change your password first'],
  [Code.administrationChanged]: [
    '内容已被其他管理员修改。您填写的内容尚未保存，请核对最新内容后再次保存。',
    'Another administrator changed this meanwhile. What you typed is not stored; compare it with the current state and save again.',
  ],
  [Code.administrationRefused]: ['该操作不能执行', 'This cannot be done'],
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
    'Not enough in stock. Prescribe less, or choose another medicine or pharmacy',
  ],
  [Code.signingLocked]: ['签名前请先输入登录密码', 'Enter your password before signing'],
  [Code.signingKeySealed]: [
    '平台密钥已变更，无法打开您的签名密钥，未签名也未提交。请联系管理员从备份恢复平台密钥。',
    'The platform’s secret has changed and cannot open your signing key. Nothing was signed or sent. Ask the administrator to restore the secret from the backup.',
  ],
  [Code.qualificationMissing]: [
    '执业资质未通过审核或已过期。请在“个人资料 › 执业资质”中提交',
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
  [Code.implausibleMeasure]: ['{text.zh}', '{text.en}'],
  [Code.conversationClosed]: ['问诊已结束，不能发送消息', 'The consultation has ended; nothing can be sent'],
  [Code.recallTooLate]: ['超过撤回时间', 'It is too late to recall this message'],
  [Code.leaseLost]: ['审核占用已失效', 'Your hold on this prescription has ended'],
  [Code.prescriptionCancelled]: ['处方已被医生撤回或修改', 'The doctor has cancelled or changed the prescription'],
  [Code.ownPrescription]: ['不能审核本人开具的处方', 'You cannot review your own prescription'],
  [Code.checklistIncomplete]: ['请完成全部核对项', 'Complete all verifications first'],
  [Code.tooManyClaims]: [
    '您已占用 {most} 张处方，请先完成或释放其中一张',
    'You already hold as many prescriptions as allowed ({most}); decide or release one first',
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
    'This question no longer waits for an answer: the prescription was decided, cancelled, changed or has expired',
  ],
  [Code.unavailable]: [
    '平台暂时连接不上数据库。您输入的内容还在，请稍后重试。',
    'The platform cannot reach its database just now. What you entered is still here; try again in a moment.',
  ],
  [Code.storageFull]: [
    '平台的存储空间已满，无法保存。您输入的内容还在，请联系医院信息科，然后重试。',
    'The platform’s disk is full, so nothing can be stored. What you entered is still here; tell your IT department, then try again.',
  ],
  [Code.fileTypeRefused]: [
    '不接受文件“{name}”：格式不支持，或内容与名称不符',
    '“{name}” is not accepted: its kind is not supported, or its content is not what its name says',
  ],
  [Code.fileTooLarge]: ['文件“{name}”超过大小上限', 'The file “{name}” is larger than allowed'],
  [Code.fileTooDetailed]: [
    '文件“{name}”像素或页数过多。请缩小图片或拆分文档后再发送。',
    '“{name}” has too many pixels or pages. Make the picture smaller or divide the document, then send it.',
  ],
  [Code.fileActs]: [
    '文件“{name}”在打开时会执行操作（脚本、表单或启动程序），或带有附件，不能接收。请打印为新的 PDF 或拍照后再发送。',
    '“{name}” runs something when it is opened (a script, a form or a program), or carries other files. Print it to a new PDF or take a picture of it, then send that.',
  ],
  [Code.fileNotCheckable]: [
    '无法检查文件“{name}”：可能已加密、损坏或结构异常。请打印为新的 PDF 或拍照后再发送。',
    '“{name}” could not be checked: it may be protected, damaged or unusually built. Print it to a new PDF or take a picture of it, then send that.',
  ],
  [Code.fileQuarantined]: [
    '该文件不再提供打开：复查发现它在打开时可能执行操作、隐藏内容，或与其类型不符。请发送方打印为新的 PDF 或拍照后重新发送。原件由医院留存。',
    'This file is no longer opened: a later check found that it may run something, hides what is in it or is not what it says. Ask the sender to print it to a new PDF or take a picture of it and send that. The hospital keeps the original.',
  ],
  [Code.fileNotChecked]: [
    '该文件不再提供打开：复查时无法检查其内容，可能已加密、损坏或结构异常。请发送方打印为新的 PDF 或拍照后重新发送。原件由医院留存。',
    'This file is no longer opened: it could not be checked, because it may be protected, damaged or unusually built. Ask the sender to print it to a new PDF or take a picture of it and send that. The hospital keeps the original.',
  ],
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

/** A text in both languages; names in braces are filled in from the data of the refusal. */
export type Words = readonly [chinese: string, english: string];

/** Wordings that are more exact than their code's. Existing clients recognise those about refresh tokens by their text. */
export const wordings = {
  refreshTokenUnknown: ['无效的刷新令牌', 'Invalid refresh token'],
  refreshTokenExpired: ['刷新令牌已过期', 'Refresh token has expired'],
  callsLimited: [
    '操作过于频繁，请在 {seconds} 秒后重试',
    'Too many requests in a short time. Wait {seconds} s, then try again',
  ],
  hospitalMissing: ['请求的租户标识未传递，请进行排查', 'The request names no hospital (header tenant-id)'],
  platformBusy: ['系统繁忙，请稍后重试', 'The platform is busy; try again in a moment'],
  storageSlow: [
    '平台的文件存储暂时没有响应。您输入的内容还在，请稍后重试。',
    'The platform’s file storage does not answer just now. What you entered is still here; try again in a moment.',
  ],
  hospitalForeign: ['您无权访问该租户的数据', 'You have no access to the data of this hospital'],
  bodyTooLarge: ['请求内容过大', 'The request is too large'],
  bodyUnreadable: ['请求内容格式不正确', 'The request cannot be read'],
  photoForm: [
    '“{name}”是 HEIC 或 AVIF 格式的照片，很多电脑无法显示。请以 JPEG 发送：iPhone 在“设置 > 相机 > 格式”中选择“兼容性最佳”后重拍，或发送该照片的截图。',
    '“{name}” is a photo in HEIC or AVIF form, which many computers cannot show. Send it as JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it.',
  ],
  voiceForm: [
    '“{name}”是浏览器无法播放的录音格式（AMR、CAF、SILK 或无损格式）。请在应用内重新录音，或转换为 M4A 或 MP3 后再发送。',
    '“{name}” is a recording in a form that browsers cannot play (AMR, CAF, SILK or lossless). Record it again in the app, or convert it to M4A or MP3, then send that.',
  ],
  fileMissing: ['请求参数缺失:file', 'Missing request parameter: file'],
  passwordShort: ['密码至少需要 8 个字符', 'The password needs at least 8 characters'],
  passwordCommon: ['该密码过于常见，请更换', 'This password is too common; choose another'],
  passwordNamesUser: [
    '密码不能由账号、姓名、手机号或医院名称构成。请去掉这些内容，或另加至少 8 个字符',
    'The password is made of the account name, your name, mobile number or the hospital’s name. Leave them out, or add 8 other characters',
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
  allergyRecorded: [
    '该患者已记录过敏。如确无药物过敏，请先撤销该条记录并说明原因',
    'An allergy is recorded for this patient. If it is wrong, withdraw it with a reason first',
  ],
  tooManyFacts: [
    '该患者的当前信息条目过多。请先撤销不再成立的条目，再添加新的',
    'This patient has too many current statements. Withdraw those that no longer hold, then add new ones',
  ],
  contentAltered: [
    '该处方在医生签名后被改动，不能通过审核。请驳回，由医生重新提交',
    'This prescription was altered after its doctor signed it and cannot be approved. Reject it, so that the doctor hands it in again',
  ],
  numberUnknown: [
    '本院没有此编号的问诊单或处方，请核对编号',
    'No consultation or prescription of the hospital has this number. Check it',
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
  doctorOnLeave: [
    '该医生休假至 {until}，请选择其他医生，或在假期结束后再来',
    'This doctor is on leave until {until}; choose another doctor or come back after that day',
  ],
  doctorBusy: [
    '该医生同时接诊的 {limit} 位患者已满，请稍后再试，或选择其他医生',
    'This doctor takes no more patients now (at most {limit} at once); try again later or choose another doctor',
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
    'You have reached today’s limit of accepted patients of this kind ({limit}). To accept more, raise the daily limit in the service setup',
  ],
  orderOutOfReach: ['该问诊单不存在，或已由其他医生处理', 'This consultation does not exist, or a colleague has it'],
  nothingToAnswer: [
    '没有需要标记的患者消息，请刷新后重试',
    'There is no message of the patient to mark. Load the page again',
  ],
  storedBefore: [
    '此前的一次提交已保存，内容与现在的不同。现在的内容未保存',
    'An earlier attempt was stored with other content. What you sent now is not stored',
  ],
  fieldRefused: ['{reason.zh}', '{reason.en}'],
  catalogueChanged: [
    '其间有人修改了该内容。请重新打开后再修改',
    'This was changed meanwhile. Open it again, then make your change',
  ],
  stockMoved: ['库存已变为 {stock} 包装，请重新盘点后再调整', 'The stock is now {stock}. Count again, then correct it'],
  importOutdated: [
    '预览之后目录有改动，因此未写入任何内容。请重新选择该文件',
    'The catalogue was changed after this dry run, so nothing was written. Run the file again',
  ],
  logoTooLarge: [
    '标志图片最大 {pixels} × {pixels} 像素、{kib} KB',
    'A logo has at most {pixels} × {pixels} pixels and {kib} KiB',
  ],
  hostInvalid: [
    '请只填写域名，需要时加端口，例如 clinic.example 或 clinic.example:8443，不含 https:// 和路径',
    'Write the domain name alone, with its port if there is one, such as clinic.example or clinic.example:8443, without https:// or a path',
  ],
  hostTaken: [
    '{host} 在本平台上已被使用，未添加。请换一个地址，或联系平台运营方',
    '{host} is in use elsewhere on this platform and was not added. Choose another address, or ask the operator of the platform',
  ],
  hostsFull: [
    '访问地址已达上限 {most} 个，请先移除不再使用的地址',
    'The hospital has {most} addresses and cannot have more. Remove one that is no longer used',
  ],
  hostLast: [
    '{host} 是医院唯一的访问地址，移除后将无法访问。请先添加另一个地址',
    '{host} is the only address of the hospital, which nobody could reach without it. Add another one first',
  ],
  hostInUse: [
    '您正通过 {host} 使用本系统，因此不能移除。请改用医院的其他地址打开后再移除',
    'You are working over {host}, so it cannot be removed. Open the hospital under another of its addresses and remove it there',
  ],
  hostOfHospital: [
    '{host} 已属于医院 {hospitalId}（{name.zh}），未添加。如需使用，请先在该医院移除',
    '{host} leads to hospital {hospitalId}, {name.en}, and was not added. Remove it there first',
  ],
  hostOfPage: [
    '您正通过 {host} 使用本系统，分配给其他医院后将无法打开本院，因此未添加',
    'You are working over {host}. Given to another hospital it would no longer lead to yours, so it was not added',
  ],
  ownHospitalDisabled: [
    '不能停用您当前登录的医院。如确需停用，请由其他医院的平台运营人员操作，或使用 npm run admin',
    'You are signed in at this hospital, so you cannot disable it. An operator at another hospital can, or npm run admin',
  ],
  ownHospitalExpired: [
    '该日期已过，您当前登录的医院会立即关闭。请填写今天或以后的日期',
    'This day has passed, which would close the hospital at which you are signed in. Choose today or a later day',
  ],
  hospitalHasAdministrator: [
    '该医院已有管理员设置了自己的密码，此后由该医院自行添加管理员。如无人能够登录，请使用 npm run admin',
    'An administrator of this hospital has chosen a password, so only the hospital adds further ones. If nobody there can log in, use npm run admin',
  ],
  operatorAccount: [
    '该账号的持有人负责运营平台，只有平台运营人员可以修改该账号',
    'The holder of this account operates the platform, so only an operator can change the account',
  ],
  fileNotTable: [
    '无法读取该文件。请另存为 CSV（UTF-8 或 GB18030）后重试',
    'This file cannot be read. Save it as CSV (UTF-8 or GB18030) and try again',
  ],
  fileTooLong: [
    '文件超过 {most} 行，请拆分后分别导入',
    'The file has more than {most} rows. Split it and import the parts',
  ],
  dictionaryFixed: [
    '该字典由平台决定，医院不能修改',
    'The platform decides about this dictionary; a hospital cannot change it',
  ],
  entriesChanged: ['其间条目有变化，请刷新后重试', 'The entries were changed meanwhile; reload and try again'],
  levelRefused: ['该检查涉及用药安全，不能降低其级别', 'This check protects patients; its level cannot be lowered'],
  recordBlank: [
    '“{blank}”尚未填写。请填写或删除后再签名',
    'The blank “{blank}” is not filled in. Fill it in or delete it, then sign',
  ],
  recordLacksAllergies: [
    '病历未写过敏史，但档案中记录了：{allergy}。请写入过敏史后再签名',
    'The record has no allergies, but on file are: {allergy}. Write them into the record, then sign',
  ],
  recordDeniesAllergies: [
    '病历否认药物过敏史，但已确认的过敏有：{allergy}。请更正过敏史，或先撤销该过敏记录，再签名',
    'The record denies drug allergies, but confirmed are: {allergy}. Correct the record or withdraw the allergy, then sign',
  ],
  ownIdentityRequest: [
    '不能审核本人的申请，请由其他管理员处理',
    'You cannot decide on your own request; another administrator does',
  ],
  identityDecided: [
    '该申请已处理、撤回或被新的申请取代，请刷新列表',
    'This request was decided on, withdrawn or replaced meanwhile; reload the list',
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
    '您已作出审核结论。请先撤销该结论，再提问',
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
  reviewCancelled: ['{current.doctor.name} 已作废该处方', '{current.doctor.name} has cancelled this prescription'],
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
  usernameTaken: ['账号“{username}”已被使用，请换一个', 'The account name “{username}” is taken. Choose another one'],
  departmentUnknown: [
    '该科室不存在或已停用，请重新选择',
    'This department does not exist or is retired. Choose another one',
  ],
  titleUnknown: ['该职称不存在或已停用，请重新选择', 'This title does not exist or is retired. Choose another one'],
  areaUnknown: ['没有这个地区，请重新选择', 'There is no such region. Choose another one'],
  consultTypeUnknown: ['本院没有这种问诊类型', 'The hospital has no such kind of consultation'],
  diagnosisUnknown: [
    '诊断“{name}”不在本院诊断目录中，请删除或重新选择',
    'The diagnosis “{name}” is not in the list of this hospital. Remove it or choose another one',
  ],
  hoursEmpty: ['时段的结束时间必须晚于开始时间', 'A part of the day must end after it begins'],
  hoursOverlap: [
    '该时段在上一时段结束之前开始，请调整时间',
    'This part of the day begins before the one before it ends. Change one of the times',
  ],
  overdueAfterEnd: [
    '等待超时的时间不能长于未接诊自动退款的时间',
    'A wait cannot become overdue later than the order is refunded',
  ],
  departmentNameTaken: [
    '已有同名科室“{name}”，请换一个名称',
    'There is a department “{name}” already. Choose another name',
  ],
  departmentHasPeople: [
    '该科室还有 {people} 名在职人员。请先将其调到其他科室或停用其账号，再停用科室',
    'Active staff in this department: {people}. Move them to another one or disable their accounts first',
  ],
  departmentsIncomplete: [
    '科室列表已变化，请刷新后重新排序',
    'The list of departments has changed. Reload it and arrange it again',
  ],
  lastAdministrator: [
    '这是医院唯一的管理员，不能停用或更改其角色。请先设置另一名管理员',
    'This is the only administrator of the hospital. Create another one first',
  ],
  rolesKeptByConsultations: [
    '该医生有 {running} 个进行中的问诊，不能更改角色。请待问诊结束后再改',
    'The role cannot change while consultations are running (now: {running}). Change it when they have ended',
  ],
  staffDisabled: ['该账号已停用，请先启用', 'This account is disabled. Enable it first'],
  ownPasswordReset: [
    '不能在此重置自己的密码。请在个人资料中修改，或请其他管理员重置',
    'You cannot reset your own password here. Change it in your profile, or ask another administrator',
  ],
  givenPasswordOver: [
    '该密码仅供 72 小时内登录一次，已使用或已过期。请联系管理员重新获取密码',
    'This password was for one login within 72 hours and has been used or has expired. Ask your administrator for another one',
  ],
  passwordUnchanged: ['新密码不能与当前密码相同', 'The new password must differ from the current one'],
} as const satisfies Record<string, Words>;
export type Wording = keyof typeof wordings;

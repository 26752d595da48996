import { type Said, type Script, said, type Topic } from './script.ts';

/** Patterns that recognise a topic in either language; the first match counts. */
export const topics: readonly (readonly [Topic, RegExp])[] = [
  ['goodbye', /\b(bye|goodbye|get well|take care|all the best)\b|再见|早日康复|祝您|保重/i],
  ['picture', /\b(picture|photo|image|show me)\b|照片|图片|拍(一|张|个)?|发(一|张)?图/i],
  ['prescription', /\b(prescri\w+|pharmac\w+|e-prescription)\b|℞|处方|开药|开了?点?药|取药/i],
  ['allergy', /\ballerg\w*/i],
  ['allergy', /过敏/],
  ['temperature', /\b(fever|temperature|degrees)\b|发烧|发热|体温|度数|烧到/i],
  ['pregnancy', /\b(pregnan\w+|breast-?feeding|period)\b|怀孕|哺乳|末次月经|月经/i],
  ['weight', /\b(weigh\w*|how heavy|kilos?|kg)\b|体重|多重|公斤/i],
  ['organs', /\b(kidneys?|liver)\b|肝|肾/i],
  [
    'medication',
    /\b(medicin\w*|medication|drug|pill|tablet|taken anything|taking)\b|吃(过|了)?(什么)?药|用药|服药|药物/i,
  ],
  ['duration', /\b(how long|since when|when did|how many days)\b|多久|几天|什么时候开始|多长时间|何时/i],
  ['severity', /\b(how (bad|severe|strong)|scale|worse|pain score|better)\b|严重|厉害|加重|几分|好转|疼得/i],
  [
    'history',
    /\b(history|before|earlier|ever had|disease|operation|surgery|chronic)\b|以前|既往|病史|手术|慢性病|得过/i,
  ],
  ['habits', /\b(smok\w*|drink|alcohol|diet|eat|sleep|exercise|work)\b|抽烟|吸烟|喝酒|饮食|睡眠|运动|熬夜|吃饭/i],
  ['examination', /\b(blood test|x-?ray|scan|examin\w+|pressure|lab)\b|检查|化验|血压|血糖|拍片|B超|CT/i],
  ['else', /\b(anything else|other symptoms|what else|something else)\b|其他|别的|还有(什么|没有)/i],
  [
    'advice',
    /\b(rest|plenty|drink|avoid|twice a day|three times|should|please|recommend)\b|休息|多喝|多饮|注意|建议|每日|每天|避免|复诊/i,
  ],
  [
    'greeting',
    /\b(hello|hi|good (morning|afternoon|evening|day)|i am your doctor|i'm dr)\b|您好|你好|我是[^我医]{0,20}医生/i,
  ],
];

/** Default answers by topic. */
export const usual: Readonly<Record<Topic, readonly [Said, ...Said[]]>> = {
  greeting: [
    said('Hello doctor, thank you for taking me.', '医生您好，谢谢您接诊。'),
    said('Good day, doctor.', '医生好。'),
  ],
  duration: [
    said('It began about three days ago.', '大概三天前开始的。'),
    said('Since the weekend.', '从周末开始的。'),
  ],
  temperature: [
    said('No fever, 36.7 this morning.', '没有发烧，早上量了36.7℃。'),
    said('I feel a little warm, 37.4.', '有点低烧，37.4℃。'),
  ],
  medication: [
    said('I have not taken anything yet.', '还没有吃药。'),
    said('Only one paracetamol yesterday evening.', '昨晚吃过一片对乙酰氨基酚。'),
  ],
  allergy: [
    said('No allergies that I know of.', '没有已知的过敏。'),
    said('I was told to avoid penicillin as a child.', '小时候说过不要用青霉素。'),
  ],
  severity: [
    said('Bearable, maybe four out of ten.', '还能忍，十分的话大概四分。'),
    said('A bit worse at night.', '晚上会重一些。'),
  ],
  history: [
    said('Otherwise I am healthy.', '平时身体挺好的。'),
    said('Nothing of note, no operations.', '没有什么病史，也没做过手术。'),
  ],
  pregnancy: [said('No, that cannot be.', '没有，不可能的。')],
  weight: [said('About 65 kilos.', '大概65公斤。')],
  organs: [said('Liver and kidneys were fine at my last check-up.', '上次体检肝肾功能正常。')],
  habits: [
    said('I sleep badly these days.', '最近睡得不好。'),
    said('I eat as usual and do not smoke.', '饮食正常，不抽烟。'),
  ],
  picture: [said('One moment, I am sending you a picture.', '稍等，我发一张照片给您。')],
  examination: [
    said('I have not had any test done yet.', '还没做过检查。'),
    said('I can go for a test tomorrow if needed.', '需要的话我明天可以去检查。'),
  ],
  else: [said('No, that is all.', '没有别的了。'), said('Only that I am quite tired.', '就是比较容易累。')],
  advice: [
    said('All right, I will do that.', '好的，我会照做。'),
    said('Thank you, I have noted it.', '谢谢医生，我记下了。'),
  ],
  prescription: [
    said('Thank you. Where do I get the medicine?', '谢谢，药到哪里取？'),
    said('Thank you, doctor. How do I take it?', '谢谢医生，怎么服用呢？'),
  ],
  goodbye: [said('Thank you very much, doctor. Goodbye!', '非常感谢医生，再见！')],
};

/** Answers to a question the patient did not understand. */
export const vague: readonly [Said, ...Said[]] = [
  said('Yes, I think so.', '嗯，应该是的。'),
  said('I am not sure, could you say it in simpler words?', '我不太确定，能说得简单一点吗？'),
  said('All right.', '好的。'),
  said('No, not that I noticed.', '没有，没注意到。'),
];

/** Messages of a patient who has waited for an answer. */
export const impatient: readonly [Said, ...Said[]] = [
  said('Are you there, doctor?', '医生，您在吗？'),
  said('I am still waiting for your answer.', '我还在等您的回复。'),
];

/** Comments for rating the doctor. */
export const praise: readonly [Said, ...Said[]] = [
  said('Very patient, explained everything.', '医生很耐心，讲解得很清楚。'),
  said('Quick and clear, thank you.', '回复很快，谢谢。'),
  said('Good advice.', '建议很有帮助。'),
];

/** The script for complaints that no other script covers. */
export const general: Script = {
  code: 'general',
  ages: [0, 120],
  complaint: said('I have not felt well for some days', '这几天身体不太舒服'),
  fits: /(?!)/,
  opening: [said('Thank you for taking my case. It is as I wrote.', '谢谢医生接诊，情况就像我写的那样。')],
  answers: {},
  questions: [
    said('Do I have to see a doctor in person?', '需要去医院面诊吗？'),
    said('Can I go to work?', '我可以上班吗？'),
  ],
  shows: false,
};

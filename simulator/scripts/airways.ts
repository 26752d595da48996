import { type Script, said } from './script.ts';

export const cough: Script = {
  code: 'cough',
  ages: [14, 120],
  complaint: said('Cough with yellow phlegm for a week', '咳嗽咳黄痰一周'),
  fits: /cough|phlegm|throat|bronch|asthma|copd|nose|咳|痰|咽|喘|气管|鼻/i,
  opening: [
    said('I have been coughing for a week now, mostly in the morning.', '我咳嗽一周了，早上最厉害。'),
    said('The cough keeps me awake at night.', '晚上咳得睡不着。'),
  ],
  answers: {
    duration: [said('About seven days; it began with a sore throat.', '七天左右，先是嗓子疼。')],
    temperature: [said('The first two days 38.1, now none.', '头两天38.1℃，现在不烧了。')],
    medication: [said('Cough syrup from the pharmacy, it did little.', '吃过药店买的止咳糖浆，效果不大。')],
    habits: [said('I smoke about five a day, less since the cough.', '每天抽五根左右，咳嗽后少抽了。')],
    severity: [said('The phlegm is yellow, there is no blood.', '痰是黄的，没有血。')],
    examination: [said('No X-ray this year.', '今年没拍过胸片。')],
  },
  questions: [said('Do I need an antibiotic?', '需要吃抗生素吗？'), said('Can I infect my child?', '会传染给孩子吗？')],
  shows: false,
};

export const fever: Script = {
  code: 'fever',
  ages: [14, 120],
  complaint: said('Fever and aching limbs since yesterday', '发热伴全身酸痛一天'),
  fits: /fever|flu|chill|发热|发烧|感冒|寒战|酸痛/i,
  opening: [said('Since yesterday I have had a fever and everything aches.', '从昨天开始发烧，浑身酸痛。')],
  answers: {
    temperature: [said('38.9 yesterday evening, 38.2 now.', '昨晚38.9℃，现在38.2℃。')],
    medication: [said('Ibuprofen twice, it comes back after six hours.', '吃过两次布洛芬，六小时后又烧起来。')],
    severity: [said('I can drink, but I have no appetite.', '能喝水，就是没胃口。')],
    history: [said('My colleague had the flu last week.', '上周同事得了流感。')],
  },
  questions: [
    said('When should I go to the emergency room?', '什么情况要去急诊？'),
    said('How long will it last?', '一般多久能退烧？'),
  ],
  shows: false,
};

import { type Script, said } from './script.ts';

export const pressure: Script = {
  code: 'pressure',
  ages: [40, 120],
  complaint: said('High blood pressure, medicine nearly used up', '高血压复诊，药快吃完了'),
  fits: /pressure|hypertens|coronary|heart|lipid|cholesterol|血压|冠心|心|血脂/i,
  opening: [said('I take amlodipine every morning and have two tablets left.', '我每天早上吃氨氯地平，还剩两片了。')],
  answers: {
    duration: [said('For six years.', '六年了。')],
    medication: [said('Amlodipine 5 mg once a day, nothing else.', '氨氯地平5毫克，每天一次，没有别的。')],
    examination: [said('This week 132 over 84, 128 over 80 and 136 over 86.', '这周量的是132/84、128/80、136/86。')],
    severity: [said('No dizziness, ankles are not swollen.', '不头晕，脚踝也不肿。')],
    habits: [said('Less salt, a walk every evening.', '吃得淡，每天晚上散步。')],
  },
  questions: [
    said('Can I get it for a month?', '能开一个月的量吗？'),
    said('Do I have to take it for life?', '要一直吃下去吗？'),
  ],
  shows: false,
};

export const sugar: Script = {
  code: 'sugar',
  ages: [35, 120],
  complaint: said('Diabetes follow-up, metformin used up', '糖尿病复诊，二甲双胍用完了'),
  fits: /diabet|sugar|metformin|thyroid|gout|糖尿|血糖|甲状腺|痛风/i,
  opening: [said('My metformin is used up, and I would like a repeat.', '二甲双胍吃完了，想续开。')],
  answers: {
    medication: [said('Metformin 500 mg twice a day with meals.', '二甲双胍500毫克，每天两次，随餐吃。')],
    examination: [said('Fasting 6.8 this morning, HbA1c 6.9 in March.', '今早空腹6.8，三月份糖化6.9。')],
    history: [said('Type 2 for four years, blood pressure is fine.', '二型四年了，血压正常。')],
    severity: [said('No low sugar, no numb feet.', '没有低血糖，脚也不麻。')],
  },
  questions: [said('May I eat fruit?', '能吃水果吗？'), said('When is the next test due?', '下次什么时候复查？')],
  shows: false,
};

export const child: Script = {
  code: 'child',
  ages: [3, 5],
  complaint: said('My son, four, has had a cough and a runny nose for two days', '儿子四岁，咳嗽流涕两天'),
  fits: /\b(child|son|daughter|baby|kid)\b|孩子|儿子|女儿|宝宝|小儿/i,
  opening: [
    said('I am his mother. He coughs and his nose runs, but he plays.', '我是孩子妈妈，他咳嗽流鼻涕，精神还好。'),
  ],
  answers: {
    temperature: [said('37.8 at most, without medicine.', '最高37.8℃，没吃药。')],
    allergy: [said('Egg gave him a rash as a baby.', '小时候吃鸡蛋起过疹子。')],
    severity: [said('He drinks well and sleeps through.', '喝水正常，晚上睡得好。')],
    history: [said('He weighs 17 kg and has all his vaccinations.', '体重17公斤，疫苗都打了。')],
  },
  questions: [
    said('Can he go to kindergarten?', '能去幼儿园吗？'),
    said('What if the fever rises?', '如果烧高了怎么办？'),
  ],
  shows: false,
};

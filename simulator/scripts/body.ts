import { type Script, said } from './script.ts';

export const stomach: Script = {
  code: 'stomach',
  ages: [16, 120],
  complaint: said('Burning pain in the stomach after meals', '饭后胃部灼痛'),
  fits: /stomach|heartburn|nausea|diarr|vomit|abdom|bowel|胃|腹|恶心|呕吐|腹泻|反酸|便秘/i,
  opening: [said('After meals my stomach burns, sometimes up to the throat.', '饭后胃里烧得慌，有时反到嗓子。')],
  answers: {
    duration: [said('Two weeks, more often lately.', '两周了，最近更频繁。')],
    medication: [said('An antacid now and then.', '偶尔吃点铝碳酸镁。')],
    habits: [said('A lot of coffee, and I eat late.', '咖啡喝得多，晚饭吃得晚。')],
    severity: [said('No black stool, I have not lost weight.', '没有黑便，体重也没减轻。')],
    examination: [said('A gastroscopy three years ago was fine.', '三年前做过胃镜，没问题。')],
  },
  questions: [said('What should I not eat?', '哪些东西不能吃？'), said('Do I need a gastroscopy?', '需要做胃镜吗？')],
  shows: false,
};

export const skin: Script = {
  code: 'skin',
  ages: [0, 120],
  complaint: said('Itchy red rash on the forearm', '前臂红疹瘙痒'),
  fits: /rash|itch|skin|eczema|hives|acne|疹|痒|皮肤|湿疹|荨麻疹|痘/i,
  opening: [said('I have an itchy rash on my forearm, I can send a picture.', '前臂起了红疹，很痒，我可以发照片。')],
  answers: {
    duration: [said('Four days, it is spreading slowly.', '四天了，慢慢在扩大。')],
    allergy: [said('Maybe a new detergent, otherwise none.', '可能是换了洗衣液，别的没有。')],
    medication: [said('Only a cooling gel.', '只涂过清凉膏。')],
    severity: [said('It itches most in the evening.', '晚上最痒。')],
    else: [said('No fever, and nobody else at home has it.', '没有发烧，家里别人没有。')],
  },
  questions: [said('Is it contagious?', '会传染吗？'), said('May I shower as usual?', '可以正常洗澡吗？')],
  shows: true,
};

export const back: Script = {
  code: 'back',
  ages: [18, 120],
  complaint: said('Low back pain after lifting', '搬重物后腰痛'),
  fits: /back|joint|knee|shoulder|neck|muscle|腰|背|关节|膝|肩|颈|肌肉/i,
  opening: [said('I lifted a box and since then my lower back hurts.', '搬了个箱子之后腰就一直痛。')],
  answers: {
    duration: [said('Since the day before yesterday.', '前天开始的。')],
    severity: [said('Six out of ten when I bend, no numbness in the legs.', '弯腰时大概六分，腿不麻。')],
    medication: [said('A pain patch, it helps a little.', '贴过膏药，稍微好一点。')],
  },
  questions: [said('Should I stay in bed?', '需要卧床吗？'), said('Heat or cold?', '该热敷还是冷敷？')],
  shows: false,
};

export const headache: Script = {
  code: 'headache',
  ages: [14, 120],
  complaint: said('Throbbing headache on one side', '一侧搏动性头痛'),
  fits: /headache|migraine|dizz|sleep|头痛|头晕|偏头痛|失眠/i,
  opening: [said('The left side of my head throbs, light makes it worse.', '左侧头一跳一跳地痛，见光更难受。')],
  answers: {
    duration: [said('Since this morning; it happens once a month.', '今天早上开始，每个月都会有一次。')],
    medication: [said('Ibuprofen, without much effect.', '吃了布洛芬，效果不明显。')],
    severity: [said('Seven out of ten, and I feel sick.', '七分左右，还恶心。')],
    habits: [said('I slept badly and had a lot of work.', '没睡好，工作也多。')],
    examination: [said('Blood pressure was 125 over 80.', '血压125/80。')],
  },
  questions: [said('Is it dangerous?', '会有危险吗？'), said('How can I prevent it?', '怎么预防？')],
  shows: false,
};

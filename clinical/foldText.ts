import { folded } from './searchForm.ts';

/**
 * Traditional characters with their simplified ones, for words about medicines and allergies (OpenCC,
 * TSCharacters.txt of 2026-08-06, first choice; its Taiwanese words have 醯 and 睪; 黏 is our own). Others stay as they are.
 */
const pairs =
  '盤盘黴霉過过藥药無无頭头類类鈉钠鉀钾鈣钙鎂镁鐵铁鋅锌鋁铝鋰锂鉍铋鹽盐氫氢環环紅红羅罗樂乐維维單单噠哒諾诺瑪玛嗎吗馬马對对醯酰撲扑熱热靈灵薩萨' +
  '滅灭異异煙烟鏈链慶庆萬万強强氣气黃黄連连銀银葉叶膚肤貝贝賴赖瓊琼達达爾尔蘇苏奧奥蘭兰潑泼龍龙內内雙双來来託托華华劑剂顯显魯鲁蟲虫雞鸡鮮鲜蝦虾' +
  '魚鱼堅坚塵尘蟎螨膠胶顆颗針针點点靜静脈脉蕁荨癢痒腫肿嚨咙難难嘔呕噁恶惡恶暈晕發发燒烧戰战認认沒没現现暫暂訴诉說说親亲兒儿時时歲岁後后經经應应' +
  '嚴严輕轻測测試试陽阳陰阴屬属種种組组織织優优補补腎肾壓压療疗術术痙痉攣挛癇痫癲癫憂忧鬱郁鎮镇腸肠結结貼贴噴喷霧雾膽胆鹼碱澱淀漿浆質质蠍蝎' +
  '擊击喪丧儲储傷伤導导屍尸專专師师帶带幫帮廣广彈弹徵征恆恒慣惯懷怀擬拟擴扩擾扰據据攝摄數数斷断於于會会業业極极榮荣樣样機机檢检歐欧歷历' +
  '殺杀減减溫温滲渗潔洁濃浓濕湿灣湾為为營营獲获當当疊叠癥症癬癣盡尽睪睾碩硕磚砖禮礼稱称穩稳節节粵粤糧粮納纳純纯級级細细終终絕绝給给統统絲丝緊紧' +
  '線线緩缓縮缩續续聯联聲声腦脑臟脏舊旧葯药蔥葱藍蓝蘆芦處处號号衛卫裝装複复製制覺觉觀观診诊註注評评詢询該该詳详談谈請请識识護护變变讓让豐丰' +
  '負负財财貨货費费贊赞軟软載载較较轉转農农進进遲迟選选還还邊边醫医釋释鈷钴鈦钛鉑铂鉛铅銅铜銨铵錠锭鋇钡錳锰鎳镍鎘镉長长門门間间開开關关閉闭險险' +
  '隨随雜杂離离電电響响順顺預预頓顿題题額额顏颜願愿顧顾風风飲饮飯饭養养餘余館馆驗验驟骤體体髮发鬆松魘魇鮭鲑鱈鳕鴉鸦麥麦麵面黏粘齊齐齒齿龜龟';

const simplified = new Map(
  Array.from({ length: pairs.length / 2 }, (_, at) => [pairs.charAt(2 * at), pairs.charAt(2 * at + 1)]),
);

const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  β: 'beta',
};

/** Words about medicines and allergies as they are compared: folded like a search, with simplified characters. */
export const foldText = (text: string): string =>
  [...folded(text)]
    .map((sign) => simplified.get(sign) ?? letters[sign] ?? sign)
    .join('')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑–—−]/g, '-');

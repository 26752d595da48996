const han = /\p{Script=Han}/u;
const named = /(\p{Script=Han})([a-z]+)/gu;

/** The first character of each syllable in Unicode's pinyin sort order; lü is written lv. */
const syllables = [
  ...(
    '吖a哎ai安an肮ang凹ao丷ba紦bai扳ban邦bang勹bao卑bei奔ben獖beng屄bi边bian灬biao憋bie汃bin氞bing癶bo峬bu嚓ca偲cai参can仓cang撡cao' +
    '艹ce嵾cen曽ceng叉cha芆chai辿chan伥chang蟐chao车che抻chen阷cheng吃chi充chong抽chou出chu歘chuai巛chuan刅chuang吹chui旾chun' +
    '逴chuo呲ci匆cong凑cou粗cu汆cuan崔cui乼cun搓cuo咑da呆dai丹dan当dang刀dao嘚de扥deng氐di嗲dia敁dian刁diao爹die丁ding丟diu东dong' +
    '吺dou厾du耑duan垖dui吨dun多duo妸e诶en鞥er发fa帆fan匚fang飞fei分fen丰feng覅fo紑fou夫fu旮ga侅gai甘gan冈gang皋gao戈ge给gen刯geng' +
    '工gong勾gou估gu瓜gua乖guai关guan光guang欟gui丨gun呙guo哈ha咍hai佄han夯hang茠hao诃he黒hei拫hen亨heng噷hong齁hou乎hu花hua' +
    '怀huai欢huan巟huang灰hui昏hun吙huo丌ji加jia戋jian橺jiang艽jiao鵤jie巾jin坕jing燝jiong丩jiu凥ju爠juan噘jue军jun咔ka开kai' +
    '刊kan忼kang尻kao匼ke肎ken劥keng空kong抠kou扝ku夸kua蒯kuai宽kuan匡kuang亏kui鑎kun尡kuo垃la来lai兰lan啷lang唥lao仂le雷lei' +
    '崚leng哩li俩lian良liang煷liao毟lie拎lin伶ling瀮liu囖long瞜lou噜lu驴lv娈luan掠lve擽lun啰luo呣ma埋mai嫚man牤mang猫mao嚒mei' +
    '椚men擝meng咪mi宀mian喵miao乜mie民min名ming谬miu謬me摸mo哞mou毪mu拏na腉nai囡nan囔nang孬nao疒ne娞nei恁nen能ni拈nian娘niang' +
    '鸟niao捏nie囜nin宁ning妞niu农nong羺nou譳nu女nv奻nuan疟nve黁nuo喔o讴ou妑pa拍pai眅pan乓pang抛pao呸pei喷pen匉peng丕pi囨pian' +
    '剽piao氕pie姘pin乒ping钋po剖pou仆pu巬qi掐qia千qian呛qiang悄qiao苆qie亲qin靑qing卭qiong丘qiu区qu迲quan炔que夋qun呥ran穣rang' +
    '娆rao惹re人ren扔reng日ri戎rong厹rou邚ru挼ruan婑rui瞤run捼ruo仨sa虄sai三san橵sang掻sao閪se森sen僧seng杀sha繌shai山shan伤shang' +
    '弰shao奢she谁shen升sheng尸shi収shou书shu刷shua衰shuai闩shuan双shuang脽shui吮shun说shuo厶si忪song凁sou苏su狻suan夊sui孙sun' +
    '唆suo他ta囼tai粏tan賧tang夲tao忑te熥teng剔ti天tian旫tiao螩tie厅ting囲tong偷tou綉tu湍tuan推tui吞tun畽tuo屲wa歪wai弯wan尢wang' +
    '危wei煀wen呚weng挝wo乌wu錻xi呷xia仙xian乡xiang灱xiao恷xie心xin星xing裄xiong休xiu吁xu吅xuan削xue坃xun丫ya恹yan央yang羪yao鑰ye' +
    '一yi囙yin应ying哟yo佣yong优you蒏yu囦yuan曰yue晕yun繧za災zai兂zan匨zang傮zao则ze伬zei怎zen譛zeng扎zha夈zhai枬zhan张zhang' +
    '佋zhao蜇zhe贞zhen凧zheng之zhi徔zhong州zhou朱zhu抓zhua跩zhuan妆zhuang隹zhui宒zhun拙zhuo乲zi宗zong邹zou租zu钻zuan厜zui穝zun' +
    '嘬zuo'
  ).matchAll(named),
].map(([, first = '', syllable = '']) => ({ first, syllable }));

/** Readings that the sort order lacks, for characters in names of medicines and diseases. */
const otherReadings = new Map(
  [
    ...(
      '重chong长chang调tiao率lv省xing藏zang行hang血xie降xiang弹tan石dan单chan参shen壳qiao咳ke尿sui便pian薄bo泊bo' +
      '盛cheng咽ye吐tu嚼jiao胖pang膀pang络lao系ji朝chao强jiang佛fo蛤ge芥gai茄qie术zhu车che柏bo荨qian荨xun疟yao' +
      '粘nian颤zhan角jue龟jun尾yi地di的di能neng给gei剥bao卜bu簿bu拓tuo仔zai荠qi苕tiao覃qin芫yuan莞wan胲gai' +
      '桔ju爪zhua琢zhuo辗nian削xiao栅shan伺si匙chi刹cha咀ju酢cu乜nie铫yao荥ying熟shou塞se咯ka脉mo折she钥yao扁pian炮pao'
    ).matchAll(named),
  ].reduce(
    (readings, [, character = '', syllable = '']) =>
      readings.set(character, [...(readings.get(character) ?? []), syllable]),
    new Map<string, string[]>(),
  ),
);

const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin');
const known = new Map<string, readonly string[]>();

/** The readings of a Chinese character, the usual one first. */
function readingsOf(character: string): readonly string[] {
  const cached = known.get(character);
  if (cached) return cached;
  let [low, high] = [0, syllables.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (byPinyin.compare(syllables[middle]?.first ?? '', character) <= 0) low = middle;
    else high = middle - 1;
  }
  const readings = [...new Set([syllables[low]?.syllable ?? '', ...(otherReadings.get(character) ?? [])])];
  known.set(character, readings);
  return readings;
}

/** The maximum number of spellings per name: each costs memory, and few names have more. */
const maxSpellings = 4;

/** The pinyin of a Chinese text without tones, in full and as initials, for each of its readings; empty for other scripts. */
export function spellings(text: string): string[] {
  if (!han.test(text)) return [];
  let found = [{ full: '', initials: '' }];
  for (const character of text) {
    if (!han.test(character) && !/[\p{L}\p{N}]/u.test(character)) continue;
    const readings = han.test(character) ? readingsOf(character) : [character];
    found = readings
      .flatMap((reading) =>
        found.map(({ full, initials }) => ({ full: full + reading, initials: initials + reading.charAt(0) })),
      )
      .slice(0, maxSpellings);
  }
  return found.flatMap(({ full, initials }) => [full, initials]);
}

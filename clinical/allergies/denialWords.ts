/**
 * What a word adds to a statement: `deny` says none, `denyAllergy` says so of allergies in one word, `plain` nothing.
 * `medicine` and `other` say which allergies, `allergy` names them, `to` introduces what causes them, `or` joins several.
 */
export type Sense = 'deny' | 'denyAllergy' | 'medicine' | 'other' | 'allergy' | 'or' | 'to' | 'plain';

type Words = Partial<Readonly<Record<Sense, string>>>;

const english: Words = {
  deny:
    'no|none|nil|nope|zero|denies|denied|deny|denying|negative|nothing|without|free of|never had|never has|never have|never been|never|' +
    'has no|have no|had no|with no|there are no|there is no|does not have|do not have|did not have|does not suffer from|do not suffer from|' +
    "doesn't have|don't have|doesnt have|dont have|has none|have none|there are none|there aren't|there isn't|has not had|" +
    "have not had|hasn't had|haven't had|not that i know of|not that i am aware of|not that i'm aware of|not aware of|unaware of",
  denyAllergy:
    'nka|nkas|nkda|nkdas|nkma|nkad|has nkda|has nka|have nkda|allergy free|allergy-free|' +
    'not allergic|not known to be allergic|is not allergic|am not allergic|are not allergic|' +
    "isn't allergic|aren't allergic|i'm not allergic|im not allergic|he's not allergic|she's not allergic|never been allergic|never allergic|" +
    'never reacted|never had a reaction|none to|nil to',
  medicine: 'drug|drugs|medication|medications|medicine|medicines|medicinal|meds|med',
  other: 'food|foods|latex|pollen|dust|insect|insects|environmental|seasonal',
  allergy:
    'allergy|allergies|allergic|allergys|alergy|alergies|alergic|allergis|allegies|allergeis|allergens|allergen|allergic reaction|' +
    'allergic reactions|reactions|reaction|rxn|rxns|allergy history|allergic history|adverse drug reactions|adverse drug reaction|adrs|adr',
  or: 'or|nor|and/or|&',
  to: 'a|to|to any|to anything',
  plain:
    'known|know|knwon|an|any|the|is|are|was|of|and|anything|at all|whatsoever|patient|pt|he|she|i|we|mother|father|mum|mom|dad|parent|' +
    'parents|guardian|child|baby|son|daughter|my|his|her|reports|reported|states|says|documented|recorded|history|hx|h/o|past|previous|so far|' +
    'to date|yet|currently|at present|at this time|at the moment|that i know of|that i am aware of|' +
    "that i'm aware of|i know of|we know of|that we know of|as far as i know|as far as we know|to my knowledge|known to me|" +
    'in the past|until now|up to now|ever|all',
};

const chinese: Words = {
  deny:
    '无|否认|没有|没|冇|未有|未发现|未见|未诉|未述|未曾|暂无|暂未发现|尚无|尚未发现|阴性|从未|从没|从来没有|从来没|从未有|没有发现|没发现|未出现|没出现|' +
    '没有出现|尚未出现|暂未出现|未发生|没有发生|没发生|不曾|不存在|并无|并没有|也没有|也无|毫无|暂时没有|暂时无|暂时没|暂时未发现|暂时没有发现|暂时没发现|暂未见|未曾发现|未曾出现|没啥|没什么',
  denyAllergy:
    '不过敏|未过敏|不会过敏|不曾过敏|从不过敏|从来不过敏|吃药不过敏|用药不过敏|吃什么药都不过敏|吃药都不过敏|吃药没过敏过|吃药从来没过敏过',
  medicine: '药物|药品|药|西药|中药|中西药|中成药',
  other: '食物|食品|花粉|海鲜|接触物|尘螨|粉尘|异物',
  allergy:
    '过敏|过敏史|过敏药|过敏药物|过敏原|过敏源|过敏反应|过敏现象|过敏病史|过敏经历|过敏问题|药敏|药敏史|过敏者|过敏情况|敏感|' +
    '药物不良反应|药品不良反应|药物反应',
  or: '及|和|与|或|以及|、|,|/|跟|并|还是',
  plain:
    '对|对于|患者|病人|本人|家属|家长|患儿|孩子|宝宝|小孩|儿子|女儿|母亲|父亲|妈妈|爸爸|我|他|她|自述|自诉|诉|代诉|述|称|表示|告知|任何|已知|明确|明显|特殊|特别|都|均|既往|' +
    '以往|以前|之前|过去|从小到大|从小|出生以来|一直|目前|现在|现|至今|迄今|迄今为止|到目前为止|截至目前|暂时|据我所知|的|史|情况|什么|啥|东西|一切|各种|所有|各类|' +
    '过|殊|可疑|啊|呀|哦|呢|了|:|·|*|-',
};

const spanish: Words = {
  deny:
    'sin|niega|niegan|ninguna|ninguno|nada|nunca|no tiene|no tengo|no presenta|no refiere|no hay|no se conocen|no se le conocen|nunca ha tenido|' +
    'nunca he tenido|negativo|negativas|negadas',
  denyAllergy:
    'no es alergico|no es alergica|no soy alergico|no soy alergica|no alergico|no alergica|no alergico a nada|no alergica a nada|' +
    'no soy alergico a nada|no soy alergica a nada|no es alergico a nada|no es alergica a nada',
  medicine: 'medicamentos|medicamento|medicamentosas|medicamentosa|farmacos|farmaco|farmacologicas|medicinas',
  other: 'alimentos|alimentarias|alimentaria|polen',
  allergy:
    'alergia|alergias|alergia medicamentosa|alergias medicamentosas|reacciones alergicas|reaccion alergica|antecedentes alergicos',
  or: 'o|ni|y',
  to: 'a|al|a los|a ningun',
  plain:
    'ningun|conocida|conocidas|conocido|de|el|la|los|las|paciente|hasta ahora|hasta la fecha|hasta el momento|que yo sepa|historia|antecedentes',
};

const portuguese: Words = {
  deny: 'sem|nega|negou|nao|nenhuma|nenhum|nao tem|nao tenho|nao possui|nao apresenta|nao ha|nunca teve|nunca tive',
  medicine: 'remedio|remedios',
  other: 'alimentar|alimentares',
  to: 'aos',
  plain: 'conhecida|conhecidas|conhecido|do|da|ate o momento|ate agora|no momento|historico|qualquer',
};

const french: Words = {
  deny: "pas d'|pas de|aucune|aucun|sans|neant|rien a signaler|jamais eu d'|nie toute|nie des",
  denyAllergy: 'non allergique|pas allergique',
  medicine: 'medicamenteuse|medicamenteuses|medicament|medicaments',
  other: 'alimentaire|alimentaires|aliments',
  allergy:
    'allergie|allergie medicamenteuse|allergies medicamenteuses|allergies connues|allergique|reaction allergique',
  or: 'ou|et',
  to: 'aux',
  plain:
    "connue|connues|connu|signalee|signalees|declaree|rapportee|n'|je|il|elle|y|le|patiente|a ce jour|jusqu'a present|a ma connaissance",
};

const german: Words = {
  deny: 'keine|kein|nein|ohne|verneint|nie|niemals|hat keine',
  denyAllergy: 'nicht allergisch|keinerlei allergien|nie allergisch',
  medicine: 'medikamente|medikamenten|medikament|arzneimittel',
  other: 'nahrungsmittel|lebensmittel',
  allergy: 'allergien|allergische reaktionen',
  or: 'und|oder',
  to: 'gegen|auf',
  plain: 'bekannt|bekannte|bekannten|bisher|derzeit|zurzeit|aktuell|patientin|vorhanden|es|sind|irgendwelche',
};

const dutchAndNordic: Words = {
  deny: 'geen|nee|ontkent|inga|ingen|nej|nei',
  denyAllergy: 'niet allergisch',
  medicine: 'medicijnen|geneesmiddelen|lakemedel|legemidler|medicin',
  other: 'voedsel',
  allergy: 'allergieen|allergier|allergi',
  to: 'voor|tegen|mot|mod',
  plain: 'bekende|bekend|kanda|kjente|kendte',
};

const italian: Words = {
  deny: 'nessuna|nessun|nega|senza|niente|mai avuto|non ha|non ho|non riferisce|non presenta|non ci sono',
  denyAllergy: 'non sono allergico|non sono allergica|non e allergico|non e allergica|non allergico|non allergica',
  medicine: 'farmaci|medicinali',
  other: 'alimenti|alimentari',
  allergy: 'allergia|reazioni allergiche',
  or: 'e',
  to: 'ai|a',
  plain: 'nota|note|di|paziente|finora|fino ad oggi|attualmente',
};

const polishAndTurkish: Words = {
  deny: 'brak|bez|neguje|nie ma|nie stwierdzono|nie podaje|nie zglasza|yok|yoktur|hayir',
  medicine: 'leki|lekow|ilac|ilaca|ilaclara',
  allergy: 'alergii|alergie|uczulen|uczulenia|alerji|alerjisi|alerjim|alerjiler',
  to: 'na|karsi',
  plain: 'znanych|bilinen|herhangi bir|hasta|hastanin',
};

const russian: Words = {
  deny: 'нет|отсутствует|отсутствуют|отрицает|отрицаю|не отмечает|не отмечалось|не выявлено|не было|без|не отягощен|немає|заперечує',
  medicine:
    'лекарства|лекарств|лекарственные препараты|лекарственной|лекарственную|лекарственных|препараты|медикаменты|ліки',
  other: 'пищевой|пищевую|пищевых|продукты',
  allergy:
    'аллергии|аллергия|аллергий|аллергию|аллергических реакций|аллергические реакции|аллергологический анамнез|аллергоанамнез|алергії|алергія',
  or: 'и|или',
  to: 'на',
  plain: 'у|пациента|пациентки|меня|ребенка|известных|известной|ранее|никаких|в анамнезе',
};

const japaneseAndKorean: Words = {
  deny: 'なし|無し|ない|ありません|ございません|ないです|なしです|認めず|없음|없습니다|없어요|없다|없음요|부인',
  medicine: '薬|薬剤|薬物|お薬|약물|약|약제|의약품',
  other: '食べ物|食品|음식|식품|꽃가루|라텍스',
  allergy: 'アレルギー|アレルギー歴|알레르기|알러지|알레르기력|과민반응',
  or: '및|또는',
  plain:
    'に対する|に対して|에 대한|の|は|も|が|特に|これまで|今のところ|歴|です|력|이|가|은|는|알려진|현재|과거|환자|전혀|특이사항',
};

const southEastAsian: Words = {
  deny: 'khong co|khong|chua ghi nhan|chua phat hien|phu nhan|tidak ada|tidak punya|tidak memiliki|tiada|tak ada|menyangkal|belum ada|ไม่มี|ปฏิเสธ|ไม่พบ',
  denyAllergy: 'tidak alergi|ไม่แพ้|ไม่แพ้ยา|ไม่เคยแพ้|ไม่เคยแพ้ยา',
  medicine: 'thuoc|obat|obat-obatan|ubat|ยา',
  other: 'thuc an|makanan|อาหาร',
  allergy: 'di ung|di ung thuoc|tien su di ung|alergi|alergi obat|alahan|การแพ้|การแพ้ยา|แพ้ยา|ประวัติแพ้ยา|ประวัติการแพ้ยา',
  or: 'dan|atau',
  to: 'voi|terhadap|pada',
  plain: 'nao|gi|tien su|benh nhan|toi|riwayat|yang diketahui|pasien|saya|ประวัติ|ผู้ป่วย',
};

const arabicAndHindi: Words = {
  deny: 'لا يوجد|لا توجد|لا يوجد لدي|ليس لدي|ليس لديه|ليس لديها|ينفي|بدون|नहीं|नहीं है',
  medicine: 'أدوية|الأدوية|للأدوية|دواء|दवा|दवाओं',
  other: 'طعام|الطعام',
  allergy: 'حساسية|الحساسية|حساسيه|एलर्जी',
  to: 'من|تجاه|से|की',
  plain: 'معروفة|أي|कोई|ज्ञात|किसी|भी|है',
};

/** The words of a denial in the languages that patients and colleagues write. */
export const denialWords: readonly Words[] = [
  ...[english, chinese, spanish, portuguese, french, german, dutchAndNordic, italian, polishAndTurkish, russian],
  ...[japaneseAndKorean, southEastAsian, arabicAndHindi],
];

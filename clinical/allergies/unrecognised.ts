import { foldText } from '../words/foldText.ts';
import { saysWords } from '../words/writtenTerms.ts';
import type { RecognisedAllergen } from './allergenNames.ts';

/** Words that describe a reaction, a time or the telling, and name no cause. */
const descriptive =
  /\b(?:rash(?:es)?|hives?|urticaria|itch(?:y|ing)?|anaphyla(?:xis|ctic)|shock|swell(?:ing|s)?|angioedema|oedema|edema|nausea|vomit(?:ing)?|diarrhoea|diarrhea|stomach|upset|throat|tight|breath(?:ing|less)?|wheez(?:e|ing)|face|lips?|skin|red(?:ness)?|fever|dizzy|dizziness|sick|ill|severe(?:ly)?|mild(?:ly)?|moderate(?:ly)?|bad(?:ly)?|strong(?:ly)?|child(?:hood)?|baby|years?|months?|ago|old|allerg(?:y|ies|ic)|reactions?|history|hospital|emergency|sjs|stevens|johnson|dress|ten|syndrome|suspected|confirmed|possible|drugs?|medicines?|medications?|antibiotics?|tablets?|capsules?|pills?|injections?|drops|cream|group|class|family|all|types?|the|an?|of|to|from|with|in|on|at|as|by|after|when|while|since|during|and|or|had|has|have|having|got|get|gets|gave|gives|caused?|causes|was|were|is|am|are|me|my|i|he|she|her|his|patient|pt|very|some|any|other|last|year|once|twice|test(?:ed)?|positive|skin-test|taking|took|taken|developed|experienced|due|only|but|except|nkda|no|not|known|none|besides)\b/g;
const descriptiveZh =
  /过敏性?休克|过敏反应|过敏史|过敏原|过敏|荨麻疹|皮疹|药疹|风团|红疹|起疹子?|出疹|瘙痒|发痒|痒|水肿|肿胀?|呼吸困难|喘息?|胸闷|心慌|头晕|恶心|呕吐|腹泻|胃痛|发热|发红|休克|反应|严重|轻度|轻微|中度|重度|皮试|阳性|儿时|小时候|幼时|年前|年|月|前|曾|有|对|的|后|时|史|类|药物|药品|药|针剂?|注射液?|输液|口服|服用|使用|用|片剂?|胶囊|颗粒|滴眼液|引起|导致|出现|发生|及|和|与|或|等|全身|面部|嘴唇|喉头|皮肤|患者|病人|本人|自述|我|吃|打|会|就|了|过|可疑|怀疑|明确|其他|其它|无|否认|除|外/g;

/** "All antibiotics", "任何药": a part that names more than any code can cover. */
const everything =
  /\b(?:all|every|any|most|other|both|several|many)\s+(?:kinds? of |types? of |the |other |of the ){0,2}(?:drugs?|medicines?|medications?|antibiotics?|pills?|tablets?|injections?)\b|(?:所有|一切|任何|其他|其它|其余|各种|多种|很多|许多|大部分|多数)的?(?:药|抗生素|抗菌药|针|消炎药)|(?:药物?|抗生素)[都均全皆]/;

const partsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(/[,;。.!?、\n()+&/【】[\]]|\b(?:and|plus|also)\b|以及|[和与及]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * The parts of a written statement in which nothing was recognised and which are more than a description of a reaction. They
 * stay "not checked" when the rest is coded; null if there are none.
 */
export function unrecognisedIn(text: string, found: readonly RecognisedAllergen[]): string | null {
  const open = partsOf(text).filter((part) => {
    if (everything.test(part)) return true;
    if (found.some(({ said }) => saysWords(part, said) || saysWords(said, part))) return false;
    const left = part
      .replace(descriptive, '')
      .replace(descriptiveZh, '')
      .replace(/[\d\s'":*-]+/g, '');
    return left !== '';
  });
  return open.length === 0 ? null : open.join(', ');
}

import type { Chance } from './chance.ts';
import { general, topics, usual, vague } from './scripts/common.ts';
import type { Language, Said, Script, Topic } from './scripts/script.ts';

/** A patient's reply: texts, and a picture if one was requested. */
export type Reply = { texts: string[]; picture: boolean };

/** What the patient wrote into the form before the consultation. */
export type Stated = {
  readonly allergies?: string;
  readonly medicines?: readonly string[];
  readonly weightKg?: number;
};

type Asked = {
  script: Script;
  language: Language;
  /** The doctor's messages since the patient's last one. */
  heard: readonly string[];
  /** The patient's earlier texts, which are not repeated. */
  spoken: readonly string[];
  stated?: Stated | undefined;
  chance: Chance;
};

/** Topics of the doctor's messages, each once, in order. */
export function topicsOf(heard: readonly string[]): Topic[] {
  const found = heard.flatMap((words) => topics.flatMap(([topic, fits]) => (fits.test(words) ? [topic] : [])));
  return [...new Set(found)];
}

const isFresh = (spoken: readonly string[], language: Language) => (line: Said) => !spoken.includes(line[language]);

/** Facts about a patient do not change when the doctor asks again. */
const steady: ReadonlySet<Topic> = new Set(['allergy', 'medication', 'weight', 'pregnancy', 'organs']);

function sayAbout(topic: Topic, asked: Asked): string {
  const { script, language, spoken } = asked;
  const lines = script.answers[topic] ?? usual[topic];
  const told = steady.has(topic) ? lines.find((line) => spoken.includes(line[language])) : undefined;
  return told ? told[language] : sayOne(lines, asked);
}

function sayOne(lines: readonly [Said, ...Said[]], { language, spoken, chance }: Asked): string {
  const [first, ...more] = lines.filter(isFresh(spoken, language));
  return (first === undefined ? chance.pick(lines) : chance.pick([first, ...more]))[language];
}

/** Greetings and kind words need no answer if the doctor has also asked something. */
const isSmallTalk = (topic: Topic) => topic === 'greeting' || topic === 'goodbye' || topic === 'advice';
const mostAtOnce = 2;

/** The answer that the form already gives; null if it says nothing about the topic. */
function statedAnswer(topic: Topic, { stated = {}, language }: Asked): string | null {
  const { allergies, medicines = [], weightKg } = stated;
  const isChinese = language === 'zh-CN';
  if (topic === 'allergy' && allergies) return isChinese ? `${allergies}。` : `${allergies}.`;
  if (topic === 'weight' && weightKg) return isChinese ? `${weightKg}公斤。` : `${weightKg} kg.`;
  if (topic !== 'medication' || medicines.length === 0) return null;
  return isChinese ? `在吃${medicines.join('、')}。` : `I take ${medicines.join(' and ')}.`;
}

/** A patient's answer to the doctor's messages. */
export function answer(asked: Asked): Reply {
  const { heard, chance } = asked;
  const all = topicsOf(heard);
  const serious = all.filter((topic) => !isSmallTalk(topic));
  const about = (serious.length > 0 ? serious : all).slice(0, mostAtOnce);
  const picture = about.includes('picture');
  if (about.length === 0) return { texts: [sayOne(vague, asked)], picture: false };
  const texts = about.map((topic) => statedAnswer(topic, asked) ?? sayAbout(topic, asked));
  const asksBack = !about.includes('goodbye') && chance.happens(0.2);
  return { texts: asksBack ? [...texts, ...question(asked)] : texts, picture };
}

/** The patient's next question; nothing when all were asked. */
export function question({ script, language, spoken, chance }: Omit<Asked, 'heard' | 'stated'>): string[] {
  const open = [...script.questions, ...general.questions].filter(isFresh(spoken, language));
  const [first, ...more] = open;
  return first === undefined ? [] : [chance.pick([first, ...more])[language]];
}

/** The first words after a doctor has accepted the case. */
export const opening = ({ script, language, chance }: Omit<Asked, 'heard' | 'spoken' | 'stated'>): string =>
  chance.pick(script.opening)[language];

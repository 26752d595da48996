import type { Chance } from './chance.ts';
import { general, topics, usual, vague } from './scripts/common.ts';
import type { Language, Said, Script, Topic } from './scripts/script.ts';

/** What a patient is going to say: texts, and a picture where one was asked for. */
export type Reply = { texts: string[]; picture: boolean };

type Asked = {
  script: Script;
  language: Language;
  /** What the doctor has said since the patient's last words. */
  heard: readonly string[];
  /** What the patient has said so far, so that nobody repeats themselves. */
  spoken: readonly string[];
  chance: Chance;
};

/** What the doctor's words are about, each topic once, in their order. */
export function topicsOf(heard: readonly string[]): Topic[] {
  const found = heard.flatMap((words) => topics.flatMap(([topic, fits]) => (fits.test(words) ? [topic] : [])));
  return [...new Set(found)];
}

const isFresh = (spoken: readonly string[], language: Language) => (line: Said) => !spoken.includes(line[language]);

function sayOne(lines: readonly [Said, ...Said[]], { language, spoken, chance }: Asked): string {
  const [first, ...more] = lines.filter(isFresh(spoken, language));
  return (first === undefined ? chance.pick(lines) : chance.pick([first, ...more]))[language];
}

/** Greetings and kind words need no answer where something was really asked. */
const isSmallTalk = (topic: Topic) => topic === 'greeting' || topic === 'goodbye' || topic === 'advice';
const mostAtOnce = 2;

/** A patient's answer to what the doctor has said. */
export function answer(asked: Asked): Reply {
  const { script, heard, chance } = asked;
  const all = topicsOf(heard);
  const serious = all.filter((topic) => !isSmallTalk(topic));
  const about = (serious.length > 0 ? serious : all).slice(0, mostAtOnce);
  const picture = about.includes('picture');
  if (about.length === 0) return { texts: [sayOne(vague, asked)], picture: false };
  const texts = about.map((topic) => sayOne(script.answers[topic] ?? usual[topic], asked));
  const asksBack = !about.includes('goodbye') && chance.happens(0.2);
  return { texts: asksBack ? [...texts, ...question(asked)] : texts, picture };
}

/** One thing more that this patient wants to know; nothing when all of it was asked. */
export function question({ script, language, spoken, chance }: Omit<Asked, 'heard'>): string[] {
  const open = [...script.questions, ...general.questions].filter(isFresh(spoken, language));
  const [first, ...more] = open;
  return first === undefined ? [] : [chance.pick([first, ...more])[language]];
}

/** The first words to a doctor who has taken the case. */
export const opening = ({ script, language, chance }: Omit<Asked, 'heard' | 'spoken'>): string =>
  chance.pick(script.opening)[language];

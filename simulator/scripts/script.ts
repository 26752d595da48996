/** The two languages in which patients write. */
export type Language = 'en' | 'zh-CN';

/** The same thing said in both. */
export type Said = Readonly<Record<Language, string>>;

export const said = (en: string, zh: string): Said => ({ en, 'zh-CN': zh });

/** What a doctor's words can be about; a patient answers each in their own way. */
export type Topic =
  | 'greeting'
  | 'duration'
  | 'temperature'
  | 'medication'
  | 'allergy'
  | 'severity'
  | 'history'
  | 'pregnancy'
  | 'habits'
  | 'picture'
  | 'examination'
  | 'else'
  | 'advice'
  | 'prescription'
  | 'goodbye';

/** One reason to see a doctor, and how somebody with it talks. */
export type Script = {
  code: string;
  complaint: Said;
  /** The ages, in years, of people who have it. */
  ages: readonly [from: number, to: number];
  /** Words of a complaint by which this script fits it. */
  fits: RegExp;
  /** What is said once a doctor is there. */
  opening: readonly [Said, ...Said[]];
  answers: Partial<Record<Topic, readonly [Said, ...Said[]]>>;
  /** What this patient wants to know. */
  questions: readonly [Said, ...Said[]];
  /** Whether there is something to be seen, so that a picture helps. */
  shows: boolean;
};

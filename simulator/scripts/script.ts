/** The two languages in which patients write. */
export type Language = 'en' | 'zh-CN';

/** The same text in both languages. */
export type Said = Readonly<Record<Language, string>>;

export const said = (en: string, zh: string): Said => ({ en, 'zh-CN': zh });

/** Topics of a doctor's messages; each script may answer them differently. */
export type Topic =
  | 'greeting'
  | 'duration'
  | 'temperature'
  | 'medication'
  | 'allergy'
  | 'severity'
  | 'history'
  | 'pregnancy'
  | 'weight'
  | 'organs'
  | 'habits'
  | 'picture'
  | 'examination'
  | 'else'
  | 'advice'
  | 'prescription'
  | 'goodbye';

/** One complaint, and how patients with it talk. */
export type Script = {
  code: string;
  complaint: Said;
  /** Ages in years at which it occurs. */
  ages: readonly [from: number, to: number];
  /** Matches complaints for this script. */
  fits: RegExp;
  /** Texts after a doctor has accepted the case. */
  opening: readonly [Said, ...Said[]];
  answers: Partial<Record<Topic, readonly [Said, ...Said[]]>>;
  /** Questions the patient asks. */
  questions: readonly [Said, ...Said[]];
  /** Whether the complaint is visible, so that a picture helps. */
  shows: boolean;
};

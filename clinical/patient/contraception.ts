/**
 * Answers about contraception: a reliable method is in use; none is needed after removal of womb or ovaries or
 * sterilisation, after the menopause, or without intercourse that could lead to pregnancy; or there is none.
 */
export const contraceptionStates = ['inUse', 'sterile', 'menopause', 'abstinent', 'none'] as const;
export type ContraceptionState = (typeof contraceptionStates)[number];

/** Whether the answer stays true, so that neither it nor pregnancy must be asked again. */
export const isLasting = (state: ContraceptionState): boolean => state === 'sterile' || state === 'menopause';

/** What a doctor recorded; an answer that is too old for this prescription counts as none. */
export type PreventionAnswers = {
  readonly contraception: ContraceptionState | null;
  /** Whether pregnancy was denied for this prescription. */
  readonly deniesPregnancy: boolean;
};

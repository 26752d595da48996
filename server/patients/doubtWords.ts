import type { LocalText } from '../../clinical/words/localText.ts';

/** A slip of the decimal point in words: which way it moves, and what the number is then. */
export const pointMoved = (value: number, meant: number, unit: string, way: 'left' | 'right'): LocalText => ({
  en: `with the decimal point of ${value} one place further ${way} it is ${meant} ${unit}`,
  zh: `${value} 的小数点${way === 'left' ? '左' : '右'}移一位为 ${meant} ${unit}`,
});

/** The question about an unusual measure, with the slip that would explain it. */
export const askedAbout = (unusual: LocalText, slip: LocalText | null): LocalText => ({
  en: `${unusual.en}.${slip ? ` Was it a slip? ${slip.en[0]?.toUpperCase()}${slip.en.slice(1)}.` : ''} Check it, or confirm that it is right.`,
  zh: `${unusual.zh}。${slip ? `是否填错？${slip.zh}。` : ''}请核对，或确认无误。`,
});

/** A name as it is stored, with an accent, ß and traditional characters. */
export const written = 'Sjögren Weiß 劉寶鳳';

/** The same words without accents, in other case, width and script, with ß written out, and composed of letter and accent. */
export const asked = [
  'sjögren weiß 刘宝凤',
  'SJOGREN WEISS 劉寶鳳',
  'ｓｊｏｇｒｅｎ ｗｅｉｓｓ 刘寶凤',
  'Sjo\u0308gren  Weiß 劉宝鳳',
] as const;

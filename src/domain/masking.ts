import { Code } from '../../contract/envelope.ts';
import { keptWords } from './keptWords.ts';

/** An event of a machine, with what a recording may contain of it. */
export type MaskedEvent = { readonly type: string; readonly [name: string]: unknown };

/** Hides the same text behind the same mask for as long as it lives, so that what was equal stays equal. */
export type Mask = {
  /** Any value as JSON, masked. */
  value(of: unknown): unknown;
  /** The id of an actor, such as `consultation:42`. */
  actorId(id: string): string;
  event(event: { readonly type: string }): MaskedEvent;
};

/** Names of fields whose whole value is a token or a password. */
const secretName = /token|password|passwd|secret|credential|captcha|device/i;
/** Names of fields that hold a token if their value is a text; the stored record is a `current` object. */
const secretTextName = /^(access|unproven|presented|current)$/;
/** A long text without spaces that mixes letters and digits is a token wherever it stands, and so is a link with a query. */
const tokenText = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.~+/=-]{20,}$/i;
const signedLink = /^(https?:\/)?\/[^\s?]*\?/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Numbers that order, count or date something of the machines, and measure nothing of a patient. */
const plainNumber =
  /^(version|seq|status|state|epoch|at|time|type|expiry|capacity|panes|size|attempts|waits|failures|refusals)$|(At|Ms|Time|Count|Seq|Version|Status|Type|UpTo|Index)$/;
/** Objects whose keys are ids. */
const keyedByIds = /^(consultations|queues|sidePanels|sizes|finishing|colours)$/;
const errorNames = /^(Error|TypeError|RangeError|SyntaxError|AbortError|TimeoutError|ChunkTimeout|NoAnswer)$/;
const platformCodes: ReadonlySet<unknown> = new Set(Object.values(Code));
const deepest = 24;

/** The characters of masks; the first of each shows where nothing else had the same shape. */
const digits = '1234567890';
const letters = 'xabcdefghijklmnopqrstuvwyz';
const hanLetters = '\u67d0\u7532\u4e59\u4e19\u4e01\u620a\u5df1\u5e9a\u8f9b\u58ec\u7678';
const han = /\p{Script=Han}/u;

function classOf(sign: string, keepsSigns: boolean): string | null {
  if (/\d/.test(sign)) return digits;
  if (/\s/.test(sign) || (keepsSigns && /[-+.,:/]/.test(sign))) return null;
  return han.test(sign) ? hanLetters : letters;
}

/** A number for a text that hardly another text has, so that the text itself is not kept. */
function hashOf(text: string): number {
  let [a, b] = [0x811c9dc5, 0x2545f491];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit ^ (b >>> 15), 0x5bd1e995);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

/** A day's texts; of more the oldest are forgotten, and get another mask when they come again. */
const mostTexts = 50_000;

function remember(numbers: Map<number, number>, hash: number, number: number) {
  const [oldest] = numbers.size < mostTexts ? [] : numbers.keys();
  if (oldest !== undefined) numbers.delete(oldest);
  numbers.set(hash, number);
}

type Sign = { readonly sign: string; readonly of: string | null };

/** Characters, not UTF-16 units; a mask has as many units as its text. */
function signsOf(text: string, hasShape: boolean): readonly Sign[] {
  const keepsSigns = /^[\d\s.,:/+-]+$/.test(text);
  return [...text].map((sign) => ({ sign, of: hasShape ? classOf(sign, keepsSigns) : letters }));
}

const shapeOf = (signs: readonly Sign[]) => signs.map(({ sign, of }) => `${of?.[0] ?? sign}${sign.length}`).join('');

/** The mask with this number among those of its shape. */
function written(signs: readonly Sign[], number: number): string {
  let rest = number;
  const marks = signs.toReversed().map(({ sign, of }) => {
    if (of === null) return sign;
    const mark = of[rest % of.length] ?? '';
    rest = Math.floor(rest / of.length);
    return mark.repeat(sign.length);
  });
  return marks.reverse().join('');
}

/** Texts by their shape: each new text of a shape gets the next mask of it. */
function createTexts() {
  /** The number of a text among those of its shape; below zero if only the length is seen. */
  const numbers = new Map<number, number>();
  const counts = new Map<number, number>();

  function numberOf(text: string, hasShape: boolean): number {
    const hash = hashOf(text);
    const known = numbers.get(hash);
    if (known !== undefined) return known;
    const shape = hashOf(hasShape && uuid.test(text) ? 'uuid' : shapeOf(signsOf(text, hasShape)));
    const count = counts.get(shape) ?? 0;
    counts.delete(shape);
    remember(counts, shape, count + 1);
    const number = hasShape ? count : -1 - count;
    remember(numbers, hash, number);
    return number;
  }

  return {
    isKnown: (text: string) => numbers.has(hashOf(text)),
    /** Without a shape only the length is seen. */
    mask(text: string, hasShape: boolean): string {
      const number = numberOf(text, hasShape);
      if (number < 0) return written(signsOf(text, false), -1 - number);
      const [, kind] = uuid.exec(text) ?? [];
      if (kind === undefined) return written(signsOf(text, true), number);
      const last = number.toString(16).padStart(12, '0');
      // The time in an id of version 7 stays, because the order of ids is the order of writing.
      return kind === '7' ? `${text.slice(0, 15)}000-8000-${last}` : `00000000-0000-4000-8000-${last}`;
    },
  };
}

/** A `code` in digits proves who somebody is; one with letters names a diagnosis or a notice. */
const isSecretField = (name: string, value: unknown): boolean =>
  secretName.test(name) ||
  (typeof value === 'string' && (secretTextName.test(name) || (name === 'code' && /^\d+$/.test(value))));

const isToken = (text: string) => (tokenText.test(text) && !uuid.test(text)) || signedLink.test(text);

type Within = { readonly key: string; readonly isSecret: boolean; readonly depth: number };

const isActor = (value: object): value is { id: string } => 'sessionId' in value && 'send' in value && 'id' in value;

/**
 * Tokens and passwords are always masked. Typed text and numbers about patients are masked unless `showsContent`. Shapes stay:
 * lengths, spaces, zeros, signs, which values are equal, times, versions and the words of the code.
 */
export function createMask({ showsContent }: { readonly showsContent: boolean }): Mask {
  const texts = createTexts();
  const numbers = new Map<number, number>();

  function text(of: string, isSecret = false): string {
    if (of === '') return of;
    if (isSecret) return texts.mask(of, false);
    if (keptWords.has(of)) return of;
    if (showsContent && !texts.isKnown(of) && !isToken(of)) return of;
    return /^[\d\s.,:/+-]+$/.test(of) && Number(of) === 0 ? of : texts.mask(of, !isToken(of));
  }

  function number(of: number, { key, isSecret }: Within): number | null {
    if (!Number.isFinite(of)) return null;
    if (of === 0 || plainNumber.test(key) || (key === 'code' && platformCodes.has(of))) return of;
    if (showsContent && !isSecret) return of;
    const size = Math.abs(of);
    const mask = numbers.get(size) ?? numbers.size + 1;
    if (numbers.size < mostTexts) numbers.set(size, mask);
    return Math.sign(of) * (Number.isInteger(of) ? mask : mask + 0.5);
  }

  const actorId = (id: string): string =>
    id
      .split(/([.:])/)
      .map((part, index) => (index === 0 || part === '.' || part === ':' ? part : text(part)))
      .join('');

  const eventType = (type: string): string => {
    const [, before = type, id = ''] = /^(xstate\.(?:(?:done|error)\.actor|snapshot)\.)(.*)$/s.exec(type) ?? [];
    return `${before}${actorId(id)}`;
  };

  function object(of: object, { key, isSecret, depth }: Within): unknown {
    if (isActor(of)) return { actor: actorId(of.id) };
    // XState writes an actor in a stored context like this.
    if ('xstate$$type' in of && 'id' in of) return { xstate$$type: 1, id: actorId(String(of.id)) };
    if (of instanceof Error) return { error: errorNames.test(of.name) ? of.name : 'Error', message: text(of.message) };
    if (typeof Blob === 'function' && of instanceof Blob) return { file: true, size: of.size };
    const inner = (name: string, value: unknown): Within => ({
      key: name,
      isSecret: isSecret || isSecretField(name, value),
      depth: depth + 1,
    });
    if (Array.isArray(of)) return of.map((one) => any(one, { key, isSecret, depth: depth + 1 }));
    if (of instanceof Set) return [...of].map((one) => any(one, { key, isSecret, depth: depth + 1 }));
    const entries = of instanceof Map ? [...of] : Object.entries(of);
    const ids = keyedByIds.test(key) || of instanceof Map;
    return Object.fromEntries(
      entries.flatMap(([name, value]) => {
        if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return [];
        const isField = !ids && /^[a-z$][a-zA-Z0-9$_]*$/i.test(name);
        const masked =
          name === 'actorId' && typeof value === 'string' ? actorId(value) : any(value, inner(String(name), value));
        return [[isField ? name : text(String(name)), masked]];
      }),
    );
  }

  function any(of: unknown, within: Within): unknown {
    if (typeof of === 'string') return text(of, within.isSecret);
    if (typeof of === 'number' || typeof of === 'bigint') return number(Number(of), within);
    if (typeof of !== 'object' || of === null) return typeof of === 'boolean' ? of : null;
    return within.depth > deepest ? null : object(of, within);
  }

  return {
    value: (of) => any(of, { key: '', isSecret: false, depth: 0 }),
    actorId,
    event({ type, ...rest }) {
      const fields = type.startsWith('xstate.snapshot.')
        ? {}
        : (any(rest, { key: '', isSecret: false, depth: 0 }) as object);
      return { ...fields, type: eventType(type) };
    },
  };
}

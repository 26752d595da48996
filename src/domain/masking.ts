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

/** Names of fields that hold a token, a password or a code that proves who somebody is. */
const secretName = /token|password|passwd|secret|credential|captcha|device|^(access|unproven|presented|current|code)$/i;
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

/** Texts by their shape: each new text of a shape gets the next mask of it. */
function createTexts() {
  const masks = new Map<string, string>();
  const next = new Map<string, number>();
  const numberOf = (shape: string) => {
    const number = next.get(shape) ?? 0;
    next.set(shape, number + 1);
    return number;
  };
  function maskOf(text: string, hasShape: boolean): string {
    const [, kind] = hasShape ? (uuid.exec(text) ?? []) : [];
    if (kind !== undefined) {
      const last = numberOf('uuid').toString(16).padStart(12, '0');
      // The time in an id of version 7 stays, because the order of ids is the order of writing.
      return kind === '7' ? `${text.slice(0, 15)}000-8000-${last}` : `00000000-0000-4000-8000-${last}`;
    }
    // Characters, not UTF-16 units; a mask has as many units as its text.
    const keepsSigns = /^[\d\s.,:/+-]+$/.test(text);
    const classes = [...text].map((sign) => ({ sign, of: hasShape ? classOf(sign, keepsSigns) : letters }));
    let number = numberOf(classes.map(({ sign, of }) => `${of?.[0] ?? sign}${sign.length}`).join(''));
    return classes
      .reverse()
      .map(({ sign, of }) => {
        if (of === null) return sign;
        const mark = of[number % of.length] ?? '';
        number = Math.floor(number / of.length);
        return mark.repeat(sign.length);
      })
      .reverse()
      .join('');
  }
  return {
    isKnown: (text: string) => masks.has(text),
    /** Without a shape only the length is seen. */
    mask(text: string, hasShape: boolean): string {
      const known = masks.get(text);
      if (known !== undefined) return known;
      const mask = maskOf(text, hasShape);
      masks.set(text, mask);
      return mask;
    },
  };
}

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
    numbers.set(size, mask);
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
    const inner = (name: string): Within => ({
      key: name,
      isSecret: isSecret || secretName.test(name),
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
          name === 'actorId' && typeof value === 'string' ? actorId(value) : any(value, inner(String(name)));
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

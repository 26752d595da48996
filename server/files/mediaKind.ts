import { tracksOf } from './mp4Boxes.ts';

/** A kind of file that may be stored: its media type, and its extension on disk. */
export type Kind = { type: string; extension: string };

/** Forms of photos and voice notes that browsers show wrongly or not at all; their refusal says what to do. */
export type PhoneForm = 'photoForm' | 'voiceForm';

const is = (content: Buffer, text: string, at = 0) => content.toString('latin1', at, at + text.length) === text;
const bytes = (content: Buffer, ...wanted: number[]) => wanted.every((byte, at) => content[at] === byte);
const early = (content: Buffer, text: string) => content.subarray(0, 64).includes(text, 0, 'latin1');

const kinds: readonly (readonly [matches: (content: Buffer) => boolean, Kind])[] = [
  [(content) => bytes(content, 0xff, 0xd8, 0xff), { type: 'image/jpeg', extension: 'jpg' }],
  [
    (content) => bytes(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    { type: 'image/png', extension: 'png' },
  ],
  [(content) => is(content, 'GIF87a') || is(content, 'GIF89a'), { type: 'image/gif', extension: 'gif' }],
  [(content) => is(content, 'RIFF') && is(content, 'WEBP', 8), { type: 'image/webp', extension: 'webp' }],
  [(content) => is(content, '%PDF-'), { type: 'application/pdf', extension: 'pdf' }],
  [
    (content) => bytes(content, 0x1a, 0x45, 0xdf, 0xa3) && early(content, 'webm'),
    { type: 'audio/webm', extension: 'weba' },
  ],
  [(content) => is(content, 'OggS'), { type: 'audio/ogg', extension: 'oga' }],
  [(content) => is(content, 'RIFF') && is(content, 'WAVE', 8), { type: 'audio/wav', extension: 'wav' }],
  [
    (content) => is(content, 'ID3') || (content[0] === 0xff && ((content[1] ?? 0) & 0xe6) === 0xe2),
    { type: 'audio/mpeg', extension: 'mp3' },
  ],
  [(content) => content[0] === 0xff && ((content[1] ?? 0) & 0xf6) === 0xf0, { type: 'audio/aac', extension: 'aac' }],
];

const soundInMp4: Kind = { type: 'audio/mp4', extension: 'm4a' };
const filmInMp4: Kind = { type: 'video/mp4', extension: 'mp4' };

const phonePhotos = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']);
const phoneVoices = ['#!AMR', '#!SILK', '\x02#!SILK', 'caff', 'ADIF', 'FORM'];
/** Codecs that no browser plays, or only one maker's. */
const phoneCodecs = ['samr', 'sawb', 'sawp', 'alac'];

function kindOfMp4(content: Buffer): Kind | PhoneForm | null {
  if (phonePhotos.has(content.toString('latin1', 8, 12))) return 'photoForm';
  const { kinds, codecs } = tracksOf(content);
  if (kinds.has('vide')) return filmInMp4;
  if (phoneCodecs.some((codec) => codecs.has(codec))) return 'voiceForm';
  return kinds.has('soun') || is(content, 'M4A', 8) ? soundInMp4 : null;
}

/** The kind of a file by its bytes, because its name and declared type may be false. Null for unaccepted kinds. */
export function kindOf(content: Buffer): Kind | PhoneForm | null {
  if (is(content, 'ftyp', 4)) return kindOfMp4(content);
  if (phoneVoices.some((mark) => is(content, mark))) return 'voiceForm';
  return kinds.find(([matches]) => matches(content))?.[1] ?? null;
}

const families = {
  image: ['jpg', 'jpeg', 'jfif', 'pjpeg', 'png', 'gif', 'webp'],
  application: ['pdf'],
  sound: ['weba', 'webm', 'oga', 'ogg', 'opus', 'wav', 'mp3', 'm4a', 'mp4', 'aac', 'mov', '3gp'],
};

const familyOf = ({ type }: Kind): readonly string[] => {
  if (type.startsWith('image/')) return families.image;
  return type === 'application/pdf' ? families.application : families.sound;
};

/** Whether a file of this kind may have this name: a picture any picture's extension, never that of a document or program. */
export function isNameAllowed(kind: Kind, name: string): boolean {
  const [, extension] = /[^.]\.(\w{1,8})$/.exec(name.trim()) ?? [];
  return extension === undefined || familyOf(kind).includes(extension.toLowerCase());
}

/** The name that a stored file is shown with: one that belongs to another kind gets the extension of the file's key. */
export function shownName(key: string, name: string): string {
  const all = [...kinds.map(([, kind]) => kind), soundInMp4, filmInMp4];
  const kind = all.find(({ extension }) => key.endsWith(`.${extension}`));
  return kind && !isNameAllowed(kind, name) ? `${name}.${kind.extension}` : name;
}

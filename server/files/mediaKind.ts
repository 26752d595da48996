/** A kind of file that may be stored: its media type, and its extension on disk. */
export type Kind = { type: string; extension: string };

const is = (head: Buffer, text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
const bytes = (head: Buffer, ...wanted: number[]) => wanted.every((byte, at) => head[at] === byte);
const early = (head: Buffer, text: string, within: number) => head.subarray(0, within).includes(text, 0, 'latin1');

/** The first box of an MP4 recording does not say whether it is only sound; the handlers of its tracks do. */
const isOnlySound = (head: Buffer) => early(head, 'soun', 8_192) && !early(head, 'vide', 8_192);

const kinds: readonly (readonly [matches: (head: Buffer) => boolean, Kind])[] = [
  [(head) => bytes(head, 0xff, 0xd8, 0xff), { type: 'image/jpeg', extension: 'jpg' }],
  [(head) => bytes(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), { type: 'image/png', extension: 'png' }],
  [(head) => is(head, 'GIF87a') || is(head, 'GIF89a'), { type: 'image/gif', extension: 'gif' }],
  [(head) => is(head, 'RIFF') && is(head, 'WEBP', 8), { type: 'image/webp', extension: 'webp' }],
  [(head) => is(head, '%PDF-'), { type: 'application/pdf', extension: 'pdf' }],
  [(head) => bytes(head, 0x1a, 0x45, 0xdf, 0xa3) && early(head, 'webm', 64), { type: 'audio/webm', extension: 'weba' }],
  [(head) => is(head, 'OggS'), { type: 'audio/ogg', extension: 'oga' }],
  [(head) => is(head, 'RIFF') && is(head, 'WAVE', 8), { type: 'audio/wav', extension: 'wav' }],
  [
    (head) => is(head, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
    { type: 'audio/mpeg', extension: 'mp3' },
  ],
  [(head) => is(head, 'ftypM4A', 4), { type: 'audio/mp4', extension: 'm4a' }],
  [(head) => is(head, 'ftyp', 4) && isOnlySound(head), { type: 'audio/mp4', extension: 'm4a' }],
  [(head) => is(head, 'ftyp', 4), { type: 'video/mp4', extension: 'mp4' }],
];

/** The kind of a file by its first bytes, because its name and declared type may be false. Null for unaccepted kinds. */
export const kindOf = (head: Buffer): Kind | null => kinds.find(([matches]) => matches(head))?.[1] ?? null;

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
  const kind = kinds.find(([, { extension }]) => key.endsWith(`.${extension}`))?.[1];
  return kind && !isNameAllowed(kind, name) ? `${name}.${kind.extension}` : name;
}

/** A kind of file that may be stored: its media type, and the ending of its name on disk. */
export type Kind = { type: string; ending: string };

const is = (head: Buffer, text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
const bytes = (head: Buffer, ...wanted: number[]) => wanted.every((byte, at) => head[at] === byte);

const kinds: readonly (readonly [matches: (head: Buffer) => boolean, Kind])[] = [
  [(head) => bytes(head, 0xff, 0xd8, 0xff), { type: 'image/jpeg', ending: 'jpg' }],
  [(head) => bytes(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), { type: 'image/png', ending: 'png' }],
  [(head) => is(head, 'GIF87a') || is(head, 'GIF89a'), { type: 'image/gif', ending: 'gif' }],
  [(head) => is(head, 'RIFF') && is(head, 'WEBP', 8), { type: 'image/webp', ending: 'webp' }],
  [(head) => is(head, '%PDF-'), { type: 'application/pdf', ending: 'pdf' }],
  [(head) => bytes(head, 0x1a, 0x45, 0xdf, 0xa3), { type: 'audio/webm', ending: 'weba' }],
  [(head) => is(head, 'OggS'), { type: 'audio/ogg', ending: 'oga' }],
  [(head) => is(head, 'RIFF') && is(head, 'WAVE', 8), { type: 'audio/wav', ending: 'wav' }],
  [
    (head) => is(head, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
    { type: 'audio/mpeg', ending: 'mp3' },
  ],
  [(head) => is(head, 'ftypM4A', 4), { type: 'audio/mp4', ending: 'm4a' }],
  [(head) => is(head, 'ftyp', 4), { type: 'video/mp4', ending: 'mp4' }],
];

/** What a file is, told by its first bytes; its name and declared type can lie. Null for kinds that are not accepted. */
export const kindOf = (head: Buffer): Kind | null => kinds.find(([matches]) => matches(head))?.[1] ?? null;

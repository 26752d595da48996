import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { ChatMessage, MessageBody } from './message.ts';

export type UploadKind = 'image' | 'voice' | 'file';

/** A file that the doctor has attached to a conversation. */
export type Upload = {
  /** Also identifies the upload at the platform, so that an interrupted one can continue. */
  readonly id: string;
  readonly conversationId: ConversationId;
  readonly kind: UploadKind;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Size of a picture, known before sending, so that the chat reserves its place; 0 for other files. */
  readonly width: number;
  readonly height: number;
  /** Duration of a voice note. */
  readonly durationS: number;
  readonly addedAt: number;
  /** Id of its message, assigned once, when the doctor sends it. */
  readonly sendAs: ClientMessageId | null;
  /** The stored file, once uploaded. */
  readonly stored: StoredFile | null;
};

/** An attached file as the doctor's other tabs show it; `isSending` once it is sent automatically. */
export type SharedAttachment = Pick<Upload, 'id' | 'conversationId' | 'kind' | 'name' | 'durationS' | 'addedAt'> & {
  readonly isSending: boolean;
  readonly percent: number;
};

/** A file ready to upload: pictures are scaled and without camera metadata. */
export type Prepared = {
  readonly file: Blob;
  readonly name: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
};

export type Preparation =
  | ({ readonly outcome: 'prepared' } & Prepared)
  | { readonly outcome: 'tooLarge' | 'unreadable' };

/** No answer is not a refusal: the upload is retried. */
export type Transmission =
  | { readonly outcome: 'stored'; readonly stored: StoredFile }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'lost' };

/** Kind of a file by its browser type; null if it cannot be sent. The platform checks the bytes. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): UploadKind | null {
  if (type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))) return 'file';
  // Many computers know no type for the photos of some phones.
  if (type === '' && /\.(heic|heif|avif)$/i.test(name)) return 'image';
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : null;
}

/** Marks what is dragged out of the workstation itself, such as a picture of another patient's conversation. */
export const ownDragType = 'application/x-cloudroom-own';

/** Whether a drag with these data types brings files from outside, which may be attached. */
export const bringsFiles = (types: readonly string[]): boolean =>
  types.includes('Files') && !types.includes(ownDragType);

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** File name of a picture that was converted to another type. */
export const renamed = (name: string, type: string): string => {
  const ending = endings[type];
  const bare = name.replace(/\.\w{1,5}$/, '');
  return ending === undefined || new RegExp(`\\.${ending}$|\\.jpeg$`, 'i').test(name) ? name : `${bare}.${ending}`;
};

/** A link that expires within this time is renewed. */
const marginMs = 30_000;

/** Remaining lifetime of a signed link; null if it names no end. */
export function linkLeftMs(link: string, now: number): number | null {
  const [, expires] = /[?&]expires=(\d{1,16})(?:&|$)/.exec(link) ?? [];
  return expires === undefined ? null : Math.max(0, Number(expires) - marginMs - now);
}

/** Whether a signed link is still valid for long enough. */
export const isLinkFresh = (link: string, now: number): boolean => linkLeftMs(link, now) !== 0;

/** Whether a link opens surely: one that ends later than it can was signed before a clock was set back, and is refused. */
export const isLinkSure = (link: string, now: number): boolean =>
  isLinkFresh(link, now) && (linkLeftMs(link, now) ?? 0) <= limits.fileLinkMs;

export type Picture = Extract<MessageBody, { kind: 'image' }>;

/** A picture of the patient's card; its size is unknown. */
export const cardPicture = (url: string): Picture => ({
  kind: 'image',
  url,
  thumbnailUrl: null,
  width: 0,
  height: 0,
  name: null,
});

/** A picture with who sent it when; the pictures of the card are the patient's. */
export type ShownPicture = Picture & Pick<ChatMessage, 'mine' | 'sendTime'>;

export const shownPicture = (picture: Picture, { mine, sendTime }: ChatMessage): ShownPicture => ({
  ...picture,
  mine,
  sendTime,
});

/** All pictures of a conversation in order, those of the patient's card first, without recalled ones. */
export const picturesOf = (messages: readonly ChatMessage[]): ShownPicture[] =>
  messages.flatMap((message) => {
    const { body, recalled } = message;
    if (recalled) return [];
    const pictures = body.kind === 'patient' ? body.images.map(cardPicture) : body.kind === 'image' ? [body] : [];
    return pictures.map((picture) => shownPicture(picture, message));
  });

/** A recorded voice note. */
export type Recording = { readonly file: Blob; readonly name: string; readonly durationS: number };

/** An attached file of this tab as the screen shows it; `part` is how much of it has been sent, 0 to 1. */
export type Attached = Upload & {
  readonly file: Blob;
  readonly state: 'preparing' | 'waiting' | 'uploading' | 'paused' | 'ready' | 'refused' | 'tooLarge' | 'unreadable';
  readonly part: number;
  readonly refusal: string;
};

/** A file that cannot be sent at all; only its own tab shows that. */
export const isUnfit = ({ state }: Pick<Attached, 'state'>): boolean => state === 'tooLarge' || state === 'unreadable';

/** In the order in which they were attached. */
export const attachedTo = (all: readonly Attached[], conversationId: ConversationId): readonly Attached[] =>
  all.filter((one) => one.conversationId === conversationId).sort((a, b) => a.addedAt - b.addedAt);

/** Progress is sent to other tabs in steps of this many percent. */
const percentStep = 5;

/** The file as the doctor's other tabs show it. */
export function toShared(one: Attached): SharedAttachment {
  const { id, conversationId, kind, name, durationS, addedAt, sendAs, part } = one;
  const percent = Math.floor((part * 100) / percentStep) * percentStep;
  return { id, conversationId, kind, name, durationS, addedAt, isSending: sendAs !== null, percent };
}

const isWanted = ({ sendAs }: Attached) => sendAs !== null;

/** The next upload: one at a time, files being sent first, in order. */
export function nextUpload(all: readonly Attached[]): Attached | undefined {
  if (all.some(({ state }) => state === 'uploading')) return undefined;
  // Files that were sent together arrive in their order: a paused one holds those behind it in its conversation.
  const pausing = all.filter((one) => isWanted(one) && one.state === 'paused');
  const mustWait = ({ conversationId, addedAt }: Attached) =>
    pausing.some((before) => before.conversationId === conversationId && before.addedAt <= addedAt);
  const free = all.filter((one) => one.state === 'waiting' && !mustWait(one));
  return free.find(isWanted) ?? free[0];
}

import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';

export type UploadKind = 'image' | 'voice' | 'file';

/** A file that the doctor has attached to a conversation. */
export type Upload = {
  /** The platform knows the upload by it too, so that one that was cut off goes on where it stopped. */
  readonly id: string;
  readonly conversationId: ConversationId;
  readonly kind: UploadKind;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Of a picture, known before it is sent, so that the chat keeps its place; 0 for anything else. */
  readonly width: number;
  readonly height: number;
  /** Of a voice note. */
  readonly durationS: number;
  readonly addedAt: number;
  /** The id under which its message goes out, given once, when the doctor sends it. */
  readonly sendAs: ClientMessageId | null;
  /** Where the platform keeps it, once it does. */
  readonly stored: StoredFile | null;
};

/** An attached file as the doctor's other windows see it; `isSending` once it goes out by itself. */
export type AttachedHere = Pick<Upload, 'id' | 'conversationId' | 'kind' | 'name' | 'durationS' | 'addedAt'> & {
  readonly isSending: boolean;
  readonly percent: number;
};

/** A file made ready: pictures made smaller and without what cameras write into them. */
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

/** No answer is not a refusal: it is tried again. */
export type Transmission =
  | { readonly outcome: 'stored'; readonly stored: StoredFile }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'lost' };

/** What a file is, by what the browser says of it; null for what cannot be sent. The platform looks at its bytes. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): UploadKind | null {
  if (type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))) return 'file';
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : null;
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The name a picture goes by after it became another kind of picture. */
export const renamed = (name: string, type: string): string => {
  const ending = endings[type];
  const bare = name.replace(/\.\w{1,5}$/, '');
  return ending === undefined || new RegExp(`\\.${ending}$|\\.jpeg$`, 'i').test(name) ? name : `${bare}.${ending}`;
};

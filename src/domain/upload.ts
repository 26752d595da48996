import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';

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

/** An attached file as seen in the doctor's other windows; `isSending` once it is sent automatically. */
export type AttachedHere = Pick<Upload, 'id' | 'conversationId' | 'kind' | 'name' | 'durationS' | 'addedAt'> & {
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
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : null;
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** File name of a picture that was converted to another type. */
export const renamed = (name: string, type: string): string => {
  const ending = endings[type];
  const bare = name.replace(/\.\w{1,5}$/, '');
  return ending === undefined || new RegExp(`\\.${ending}$|\\.jpeg$`, 'i').test(name) ? name : `${bare}.${ending}`;
};

import * as z from 'zod/mini';
import { StoredFile } from '../../contract/extension/files.ts';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Upload } from '../domain/attachedFiles.ts';
import type { Vault } from './vault.ts';

/** An attached file's metadata as stored on this machine. */
export const StoredUpload = z.object({
  id: z.string(),
  conversationId: ConversationId,
  kind: z.enum(['image', 'voice', 'file']),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  durationS: z.number(),
  addedAt: z.number(),
  sendAs: z.nullable(ClientMessageId),
  stored: z.nullable(StoredFile),
}) satisfies z.ZodMiniType<Upload>;

const base64 = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
const fromBase64 = (text: string, type: string) =>
  new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type });

/** Attached files stored on this machine: metadata, and separately the bytes, which are written once. */
export function createUploadStore(vault: Vault, now: () => number) {
  let writing: Promise<unknown> = Promise.resolve();
  /**
   * Ids whose bytes are stored. Without its bytes a file could not be sent after a reload, so no metadata is stored
   * either.
   */
  const whole = new Set<string>();
  /** The latest metadata, including files whose bytes are still being written. */
  const noted = new Map<string, Upload>();
  // One at a time, because files are large.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = writing.then(work, work);
    // The caller gets the failure; the next file is stored regardless.
    writing = done.catch(() => {});
    return done;
  };
  function drop(id: string) {
    noted.delete(id);
    whole.delete(id);
    return inTurn(async () => {
      await vault.remove('upload', id);
      await vault.remove('uploadBytes', id);
    });
  }
  return {
    drop,
    keep(upload: Upload, file: Blob) {
      noted.set(upload.id, upload);
      return inTurn(async () => {
        // The bytes are written first, so that metadata never exists without them.
        if ((await vault.put('uploadBytes', upload.id, await base64(file))) === 'failed') return;
        const latest = noted.get(upload.id);
        if (!latest) return;
        whole.add(upload.id);
        await vault.put('upload', upload.id, latest);
      });
    },
    /** Written without queueing, because the note that a file is being sent must be stored before its message. */
    note(upload: Upload) {
      noted.set(upload.id, upload);
      if (whole.has(upload.id)) void vault.put('upload', upload.id, upload);
    },
    async ids() {
      const all = await vault.all('upload', StoredUpload);
      const old = all.filter(({ addedAt, sendAs }) => sendAs === null && addedAt < now() - limits.attachmentKeptMs);
      for (const { id } of old) void drop(id);
      return all.filter((one) => !old.includes(one)).map(({ id }) => id);
    },
    read: (id: string) =>
      inTurn(async () => {
        const upload = await vault.get('upload', id, StoredUpload);
        const text = upload && (await vault.get('uploadBytes', id, z.string()));
        if (!upload || text === null) return null;
        whole.add(upload.id);
        return { upload, file: fromBase64(text, upload.type) };
      }),
  };
}

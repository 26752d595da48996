import type { uploadFile } from '../../contract/extension/files.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Links } from './links.ts';
import type { FileRow } from './queries.ts';

/** A stored file with a link for its reader. */
export const fileOnWire = (
  { key, name, size, contentType, width, height }: FileRow,
  { linkTo }: Pick<Links, 'linkTo'>,
  by: Caller,
): ReplyInputOf<typeof uploadFile> => ({
  url: linkTo(key, name, by).url,
  name,
  size,
  type: contentType,
  width,
  height,
});

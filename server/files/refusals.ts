import { Code } from '../../contract/envelope.ts';
import { refused, refusedWith } from '../db/outcome.ts';

/** Why an upload is not stored, for the person who sent it. */
export const refusals = {
  tooLarge: (name: string) => refused(Code.fileTooLarge, { name }),
  typeRefused: (name: string) => refused(Code.fileTypeRefused, { name }),
  tooManyPixels: (name: string) => refused(Code.fileTooDetailed, { name }),
  tooManyPages: (name: string) => refused(Code.fileTooDetailed, { name }),
  acts: (name: string) => refused(Code.fileActs, { name }),
  notCheckable: (name: string) => refused(Code.fileNotCheckable, { name }),
  photoForm: (name: string) => refusedWith(Code.fileTypeRefused, 'photoForm', { name }),
  voiceForm: (name: string) => refusedWith(Code.fileTypeRefused, 'voiceForm', { name }),
  tooMany: () => refused(Code.tooManyRequests),
};

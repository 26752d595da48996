import { BehaviorSubject, NEVER, of, type Subscription } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import { ClientMessageId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Outbox } from '../../src/compose/adapters/outbox.ts';
import { createUploads } from '../../src/compose/adapters/uploads.ts';
import { createUploadTransport, uploadEnd } from '../../src/services/uploadTransport.ts';

const id = (n: number) => `0192f0c1-6d3a-7b8e-9a51-${String(n).padStart(12, '0')}`;

/** Attachments without a browser's canvas and storage: every picture is 40 by 30. */
export function fakeUploads(api: Api, outbox: Outbox, now: () => number, scope: Subscription) {
  const linked$ = new BehaviorSubject(true);
  let made = 0;
  const uploads = createUploads(
    {
      async prepare(file, { name, type, kind }) {
        if (file.size > limits.fileBytes) return { outcome: 'tooLarge' };
        const size = kind === 'image' ? { width: 40, height: 30 } : { width: 0, height: 0 };
        return { outcome: 'prepared', file, name, type, ...size };
      },
      transmit: createUploadTransport(api),
      giveUp: uploadEnd(api),
      store: {
        keep: async () => {},
        note: () => {},
        drop: async () => {},
        ids: async () => [],
        read: async () => null,
      },
      claim: () => of(undefined),
      peers: { attached$: NEVER, post: () => {}, share: () => {}, unshare: () => {} },
      linked$,
      outbox,
      now,
      newId: () => id(++made),
      newMessageId: () => ClientMessageId.parse(id(++made)),
      random: () => 0,
    },
    scope,
  );
  return { uploads, linked$ };
}

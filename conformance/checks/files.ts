import { cancelUpload, signFile, uploadFile, uploadPart, uploadProgress } from '../../contract/extension/files.ts';
import type { Group } from '../check.ts';
import { equal, must, mustRefuse } from '../finding.ts';
import type { World } from '../world.ts';

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(world: World, bytes: Uint8Array<ArrayBuffer>, name: string, type: string) {
  const { tokens } = await world.person('doctor');
  return world.http.upload(uploadFile, {}, { bytes, name, type }, { token: tokens.accessToken });
}

const at = (world: World, url: string) => new URL(url, world.given.url);

/** Pictures and documents of chats and certificates. */
export const files: Group = {
  name: 'Files',
  core: true,
  checks: [
    {
      rule: 'a picture is stored and can be opened by its link, byte by byte',
      async run(world) {
        const reply = await upload(world, new Uint8Array(picture), 'Röntgen 胸片.png', 'image/png');
        const { url } = world.http.accepted(uploadFile, reply);
        const doctor = await world.person('doctor');
        const signed = await doctor.call(signFile, { url });
        const response = await fetch(at(world, signed.url));
        equal(response.ok, true, `the link answers ${response.status}`);
        const bytes = Buffer.from(await response.arrayBuffer());
        must(
          bytes.equals(picture),
          'its bytes have changed',
          `${bytes.length} bytes`,
          `the ${picture.length} bytes of the upload`,
        );
        const changed = at(world, signed.url);
        for (const name of changed.searchParams.keys()) changed.searchParams.set(name, 'x');
        equal((await fetch(changed)).ok, false, 'a changed link opens it too');
      },
    },
    {
      rule: 'a page named like a picture is refused',
      async run(world) {
        const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
        const { code } = await upload(world, page, 'picture.png', 'image/png');
        mustRefuse(code, `code ${code}`);
      },
    },
    {
      rule: 'a file that comes in parts goes on where it stopped, and is gone after it was cancelled',
      async run({ http, person }) {
        const doctor = await person('doctor');
        const token = doctor.tokens.accessToken;
        const bytes = new Uint8Array(picture);
        const uploadId = crypto.randomUUID();
        const part = { bytes: bytes.slice(0, 20), name: 'part', type: 'application/octet-stream' };
        const query = { uploadId, offset: 0, size: bytes.length, name: 'picture.png' };
        const first = http.accepted(uploadPart, await http.upload(uploadPart, query, part, { token }));
        equal([first.received, first.file], [20, null], `${first.received} bytes arrived instead of 20`);
        const again = http.accepted(uploadPart, await http.upload(uploadPart, query, part, { token }));
        equal(again.received, 20, `a repeated part counts as ${again.received} bytes`);
        const progress = await doctor.call(uploadProgress, { uploadId });
        equal(progress.received, 20, `${progress.received} bytes are known instead of 20`);
        await doctor.call(cancelUpload, { uploadId });
        equal((await doctor.call(uploadProgress, { uploadId })).received, 0, 'its parts are still there');
      },
    },
  ],
};

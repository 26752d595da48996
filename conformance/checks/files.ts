import { isSuccess } from '../../contract/envelope.ts';
import { signFile, uploadFile } from '../../contract/extension/files.ts';
import { type Group, must } from '../check.ts';
import { misfits } from '../http.ts';
import type { World } from '../world.ts';

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(world: World, bytes: Uint8Array<ArrayBuffer>, name: string, type: string) {
  const { tokens } = await world.person('doctor');
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return world.http.read(await world.http.raw('POST', uploadFile.path, { token: tokens.accessToken }, form));
}

const at = (world: World, url: string) => new URL(url, world.given.url);

/** Pictures and documents of chats and certificates. */
export const files: Group = {
  name: 'Files',
  checks: [
    {
      rule: 'a picture is stored and can be opened by its link, byte by byte',
      async run(world) {
        const { code, data } = await upload(world, new Uint8Array(picture), 'Röntgen 胸片.png', 'image/png');
        must(code !== null && isSuccess(code), `code ${code}`);
        const wrong = misfits(uploadFile.reply, data);
        must(wrong === null, wrong ?? '');
        const { url } = uploadFile.reply.parse(data);
        const doctor = await world.person('doctor');
        const signed = await doctor.call(signFile, { url });
        const response = await fetch(at(world, signed.url));
        must(response.ok, `the link answers ${response.status}`);
        must(Buffer.from(await response.arrayBuffer()).equals(picture), 'its bytes have changed');
        const changed = at(world, signed.url);
        for (const name of changed.searchParams.keys()) changed.searchParams.set(name, 'x');
        must(!(await fetch(changed)).ok, 'a changed link opens it too');
      },
    },
    {
      rule: 'a page named like a picture is refused',
      async run(world) {
        const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
        const { code } = await upload(world, page, 'picture.png', 'image/png');
        must(code !== null && !isSuccess(code), `code ${code}`);
      },
    },
  ],
};

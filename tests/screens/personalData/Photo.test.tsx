import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { Refused } from '../../support/fakeApp.tsx';
import { form, open, picture, save } from './personalScreen.tsx';

/** Replaces the decoder and the canvas, which jsdom lacks: every picture has 400 by 200 pixels. Returns the parts that are cut. */
function decodePictures() {
  const cuts: number[][] = [];
  const context = { fillRect: () => {}, drawImage: (_: unknown, ...cut: number[]) => void cuts.push(cut.slice(0, 4)) };
  const { getContext, toBlob } = HTMLCanvasElement.prototype;
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 400, height: 200, close: () => {} }) });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void) => done(new Blob(['cut'], { type: 'image/jpeg' })),
  });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
    Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  });
  return cuts;
}

/** Accepts the part of a chosen photo that the dialog proposes. */
async function usesPart(user: ReturnType<typeof open>['user']) {
  const use = await screen.findByRole('button', { name: 'Use this part' });
  await waitFor(() => expect(use).toBeEnabled());
  await user.click(use);
}

test('the part of a photo is chosen with sliders, and only that part is uploaded', async () => {
  const cuts = decodePictures();
  const files: (Blob | undefined)[] = [];
  const { user } = open('', {
    uploadFile: (_: unknown, { file }: { file?: Blob }) => {
      files.push(file);
      return { url: '/files/new.png', name: 'a.jpg', size: 3, type: 'image/jpeg' };
    },
  });
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  await waitFor(() => expect(cuts.at(-1)).toEqual([100, 0, 200, 200]));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the part of the photo' }));
  fireEvent.change(dialog.getByRole('slider', { name: 'Size' }), { target: { value: '4' } });
  fireEvent.change(dialog.getByRole('slider', { name: 'Across' }), { target: { value: '0' } });
  expect(cuts.at(-1)).toEqual([0, 75, 50, 50]);
  expect(files).toEqual([]);
  await usesPart(user);
  await waitFor(() => expect(files).toMatchObject([{ name: 'a.jpg', type: 'image/jpeg' }]));
});

test('a photo that the browser cannot open is named, and nothing is uploaded', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  expect(await within(profile).findByRole('alert')).toHaveTextContent('a.png cannot be opened as a picture.');
  expect(asked('uploadFile')).toEqual([]);
});

test('a photo is uploaded when its part is chosen, and saved with the profile', async () => {
  decodePictures();
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  await usesPart(user);
  expect(await within(profile).findByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute(
    'src',
    '/files/new.png',
  );
  await user.click(save(profile));
  await waitFor(() => expect(asked('updateInfo')).toEqual([{ avatar: '/files/new.png' }]));
});

test('a file that is no picture is named and not uploaded; a refused one keeps the old picture', async () => {
  decodePictures();
  const { user, asked } = open('', {
    uploadFile: () => {
      throw new Refused(1_050_005_001, 'Not a picture at all');
    },
  });
  const profile = await form('Profile');
  const photo = within(profile).getByLabelText('Photo: picture file');
  await user.upload(photo, new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(await within(profile).findByRole('alert')).toHaveTextContent('notes.txt');
  expect(asked('uploadFile')).toEqual([]);
  await user.upload(photo, picture);
  await usesPart(user);
  await waitFor(() => expect(within(profile).getByRole('alert')).toHaveTextContent('a.jpg · Not a picture at all'));
  expect(within(profile).getByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute('src', '/files/old.png');
});

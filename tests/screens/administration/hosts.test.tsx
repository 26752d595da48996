import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Hospital } from '../../../src/screens/administration/Hospital.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { hospitalProfile } from '../../support/hospitalProfile.ts';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

/** The page over a platform that keeps the addresses; `answers` replaces some of its calls. */
function openHosts(hosts: readonly string[] = ['clinic.example', 'other.example:8443'], answers: object = {}) {
  const world = { hosts };
  const opened = openScreen(<Hospital />, {
    path: '/administration/hospital',
    answers: {
      getHospital: ({ website }: { website: string }) => ({
        ...hospitalProfile,
        logo: null,
        hosts: world.hosts,
        currentHost:
          website === window.location.host && world.hosts.includes('clinic.example') ? 'clinic.example' : null,
      }),
      addHospitalHost({ host }: { host: string }) {
        const added = !world.hosts.includes(host);
        if (added) world.hosts = [...world.hosts, host];
        return { host, added };
      },
      removeHospitalHost({ host }: { host: string }) {
        const removed = world.hosts.includes(host);
        world.hosts = world.hosts.filter((one) => one !== host);
        return { host, removed };
      },
      ...answers,
    },
  });
  return { ...opened, world };
}

const section = async () => within(await screen.findByRole('region', { name: 'Addresses' }));
const shown = () =>
  within(screen.getByRole('list', { name: 'Addresses' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const newAddress = () => screen.getByRole('textbox', { name: 'New address' });
const question = () => screen.findByRole('alertdialog', { name: 'Remove the address other.example:8443?' });
const ask = async (user: ReturnType<typeof openHosts>['user']) => {
  await user.click((await section()).getByRole('button', { name: 'Remove other.example:8443' }));
  return within(await question());
};

test('the address in use cannot be removed, and the page says why and what to do', async () => {
  const { asked } = openHosts();
  const list = await section();
  expect(shown()).toEqual([
    'clinic.exampleYou are working here. To remove it, open the hospital under another address.In use here',
    'other.example:8443Remove',
  ]);
  expect(list.queryByRole('button', { name: 'Remove clinic.example' })).toBeNull();
  expect(asked('getHospital')).toEqual([{ website: window.location.host }]);
});

test('the only address cannot be removed, also if it is not in use', async () => {
  openHosts(['other.example:8443']);
  const list = await section();
  expect(shown()).toEqual(['other.example:8443The only address. To remove it, add another one first.']);
  expect(list.queryByRole('button', { name: /Remove/ })).toBeNull();
});

test('a hospital without addresses is asked to add the first one', async () => {
  openHosts([]);
  expect((await section()).getByText('No addresses yet. Add the first one below.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Addresses' })).toBeNull();
});

test('an address is added, shown in the list and confirmed; the field is empty for the next one', async () => {
  const { user, asked, said } = openHosts();
  await section();
  await fillIn(user, newAddress(), ' new.example ');
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(said).toEqual(['new.example leads to the hospital now.']));
  expect(asked('addHospitalHost')).toEqual([{ host: 'new.example' }]);
  await waitFor(() => expect(shown()).toContain('new.exampleRemove'));
  expect(newAddress()).toHaveValue('');
});

test('an address that a colleague added or removed meanwhile is no error', async () => {
  const { user, said, world } = openHosts();
  await section();
  world.hosts = ['clinic.example', 'new.example'];
  await fillIn(user, newAddress(), 'new.example');
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(said).toEqual(['new.example is an address of the hospital already.']));
  await waitFor(() => expect(shown()).toContain('new.exampleRemove'));

  await user.click(screen.getByRole('button', { name: 'Remove new.example' }));
  world.hosts = ['clinic.example', 'third.example'];
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(said.at(-1)).toBe('new.example was removed already.'));
  await waitFor(() => expect(shown()).toContain('third.exampleRemove'));
});

test('an empty or refused address says so at its field, keeps what was typed, and has the focus', async () => {
  const { user, asked } = openHosts(undefined, {
    addHospitalHost() {
      throw new Refused(900, 'taken.example is in use elsewhere on this platform', { field: 'host', host: 'x' });
    },
  });
  await section();
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(newAddress()).toHaveAccessibleDescription(/Fill in this field\.$/));
  expect(asked('addHospitalHost')).toEqual([]);
  await fillIn(user, newAddress(), 'taken.example');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(newAddress()).toHaveAccessibleDescription(/in use elsewhere on this platform$/));
  expect(newAddress()).toHaveValue('taken.example');
  expect(newAddress()).toHaveFocus();
});

test('an address is removed after a question that says what follows', async () => {
  const { user, asked, said } = openHosts();
  const asks = await ask(user);
  expect(asks.getByText(/can no longer be opened under this address/)).toBeVisible();
  expect(asked('removeHospitalHost')).toEqual([]);
  await user.click(asks.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(said).toEqual(['other.example:8443 no longer leads to the hospital.']));
  expect(asked('removeHospitalHost')).toEqual([{ host: 'other.example:8443', website: window.location.host }]);
  await waitFor(() => expect(shown()).toHaveLength(1));
});

test('a question that is answered with no removes nothing', async () => {
  const { user, asked } = openHosts();
  await user.click((await ask(user)).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked('removeHospitalHost')).toEqual([]);
});

test('a refused removal says why and loads the list again', async () => {
  const { user, asked } = openHosts(undefined, {
    removeHospitalHost() {
      throw new Refused(900, 'other.example:8443 is the only address of the hospital');
    },
  });
  await user.click((await ask(user)).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('is the only address of the hospital');
  await waitFor(() => expect(asked('getHospital')).toHaveLength(2));
});

test('the keyboard alone adds an address and asks to remove it', async () => {
  const { user, said } = openHosts();
  await section();
  const tabTo = async (element: HTMLElement, shift = false) => {
    for (let step = 0; step < 30 && document.activeElement !== element; step += 1) await user.tab({ shift });
    expect(element).toHaveFocus();
  };
  await tabTo(newAddress());
  await user.keyboard('new.example{Enter}');
  await waitFor(() => expect(said).toEqual(['new.example leads to the hospital now.']));
  expect(newAddress()).toHaveFocus();
  await tabTo(await screen.findByRole('button', { name: 'Remove new.example' }), true);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alertdialog', { name: 'Remove the address new.example?' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove new.example' })).toHaveFocus());
});

test('the addresses are shown in Chinese', async () => {
  openHosts();
  await section();
  await setLanguage('zh-CN');
  expect(await screen.findByRole('region', { name: '访问地址' })).toHaveTextContent(/当前正在使用/);
  expect(screen.getByRole('button', { name: '移除 other.example:8443' })).toHaveTextContent('移除');
});

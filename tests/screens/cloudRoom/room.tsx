import { screen, within } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CloudRoom } from '../../../src/screens/cloudRoom/CloudRoom.tsx';
import { paneLayer } from '../../../src/screens/cloudRoom/PaneGrid.tsx';
import { Keyboard } from '../../../src/screens/keyboard/Keyboard.tsx';
import { fakeApp } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

const nowhere = {};

// Loads the code of panes before any test.
await paneLayer.load();

/** Shows the URL and a back button. */
function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Browser back
      </button>
    </>
  );
}

/** Renders the cloud room with its fake application. */
export function enter(options: Parameters<typeof fakeApp>[0], { path = '/cloudRoom', quiet = false } = {}) {
  const fake = fakeApp(options);
  const shown = show(
    fake.within(
      <Keyboard goTo={nowhere}>
        <CloudRoom />
        <Address />
      </Keyboard>,
    ),
    { path, quiet },
  );
  const pane = (patient: string) => screen.findByRole('region', { name: `Consultation with ${patient}` });
  return {
    ...shown,
    ...fake,
    pane,
    inPane: async (patient: string) => within(await pane(patient)),
    replyBox: (patient: string) => screen.findByRole('textbox', { name: `Message ${patient}` }),
    waitingList: () => within(screen.getByRole('region', { name: 'Awaiting patients' })),
    chats: () => within(screen.getByRole('region', { name: 'Conversations' })),
    address: () => screen.getByRole('status', { name: 'Address' }).textContent,
  };
}

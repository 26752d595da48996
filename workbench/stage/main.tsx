import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { loadTexts, setLanguage } from '../../src/locales/i18n.ts';
import { firstLanguage } from '../../src/locales/textFiles.ts';
import { paneLayer } from '../../src/screens/cloudRoom/PaneGrid.tsx';
import { signInForm } from '../../src/screens/session/SessionNotices.tsx';
import { lockLayer, noticesLayer } from '../../src/screens/session/SessionPage.tsx';
import { followTheme } from '../theme.ts';
import { StageList } from './StageList.tsx';
import { stages } from './stages.tsx';
import { isStaged, pathsTo } from './worlds.ts';
import 'virtual:recipes.css';
import '../../src/ui/global.css';
import '../../src/ui/small.css';
import './stage.css';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');

const asked = new URLSearchParams(window.location.search);
const [machine, state] = [asked.get('machine') ?? '', asked.get('state') ?? ''];
await setLanguage(firstLanguage(asked.get('language'), navigator.languages));
for (const part of ['rest', 'office', 'documents', 'reviews', 'entrance', 'conversation'] as const)
  await loadTexts(part);
// A picture shows parts that otherwise come a moment later.
await Promise.all([paneLayer, lockLayer, noticesLayer, signInForm].map((layer) => layer.load()));

const path = isStaged(machine) ? pathsTo[machine]().get(state) : undefined;
followTheme(window);
if (machine === '') {
  createRoot(root).render(<StageList />);
} else if (!isStaged(machine) || !path) {
  root.textContent = `No event of the tests leads to ${machine} ${state}.`;
} else {
  const { actor, element } = await stages[machine]();
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/'] });
  createRoot(root).render(<RouterProvider router={router} />);
  const played = await actor;
  for (const event of path) played.send(event);
  document.title = `${machine} ${state}`;
}
document.documentElement.dataset.stage = 'set';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { saveFile } from '../src/ui/saveFile.ts';
import { openChannel } from './channel.ts';
import { demonstrationCalls } from './demonstrationCalls.ts';
import { followTheme } from './theme.ts';
import { Workbench } from './Workbench.tsx';
import { watchPages } from './watch.ts';
import 'virtual:recipes.css';
import '../src/ui/global.css';
import '../src/ui/small.css';
import './workbench.css';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');

followTheme(window);
const { pages$, recordingOf } = watchPages(openChannel(window.BroadcastChannel));
const now = () => Date.now();
const coverage = Object.values(
  import.meta.glob<Record<string, Record<string, string[]>>>('../docs/machines/coverage.json', {
    eager: true,
    import: 'default',
  }),
)[0];

createRoot(root).render(
  <StrictMode>
    <Workbench
      pages$={pages$}
      now={now}
      calls={demonstrationCalls(window.fetch.bind(window))}
      coverage={coverage ?? null}
      onSave={(page) => recordingOf(page).then(({ name, file }) => saveFile(name, file, 'application/json'))}
    />
  </StrictMode>,
);

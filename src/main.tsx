import './ahead.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { openApp } from './compose/app/app.ts';
import { setLanguage, useTranslation } from './locales/i18n.ts';
import { firstLanguage } from './locales/textFiles.ts';
import { AppContext } from './screens/app/app.ts';
import { routes } from './screens/app/routes.tsx';
import { RouteFailure } from './screens/layout/NoticePage.tsx';
import { ToastsAndAnnouncer } from './screens/layout/ToastsAndAnnouncer.tsx';
import { Tooltips } from './ui/Tooltips.tsx';
import 'virtual:recipes.css';
import './ui/global.css';
import './ui/small.css';

function Opening() {
  const { t } = useTranslation();
  return <output className="session-opening">{t('common.state.loading')}</output>;
}

function begin(root: HTMLElement, open: typeof openApp) {
  const app = open(window);
  const texts = setLanguage(firstLanguage(app.appearance.current$.value.language, navigator.languages));
  app.start();

  // Created before the texts arrive, so that the code of the first screen loads at the same time.
  const router = createBrowserRouter(
    routes({
      failure: <RouteFailure onReload={() => location.reload()} onError={app.report} />,
      opening: <Opening />,
      loadWorkCalls: app.loadWorkCalls,
      loadAllCalls: app.loadAllCalls,
    }),
  );

  void texts.then(() =>
    createRoot(root).render(
      <StrictMode>
        <AppContext value={app}>
          <RouterProvider router={router} />
          <ToastsAndAnnouncer toasts={app.toasts} announcer={app.announcer} />
          <Tooltips />
        </AppContext>
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
// The imports of ahead.ts are requested in microtasks, so that this one comes after them.
if (import.meta.env.MODE === 'production') queueMicrotask(() => begin(root, openApp));
// Developers see the machines of the page in the workbench, which the production build leaves out.
else void import('../workbench/page.ts').then(({ openWatched }) => begin(root, openWatched(openApp)));

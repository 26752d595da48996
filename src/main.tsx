import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { openApp } from './compose/app.ts';
import { firstLanguage, setLanguage, t } from './locales/i18n.ts';
import { AppContext } from './screens/app.ts';
import { RouteFailure } from './screens/layout/RouteFailure.tsx';
import { routes } from './screens/routes.tsx';
import { Voices } from './screens/Voices.tsx';
import { system } from './ui/system.ts';
import { Tooltips } from './ui/Tooltips.tsx';
import './ui/base.css';
import './ui/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the product');

const app = openApp(window);
await setLanguage(firstLanguage(app.appearance.current$.value.language, navigator.languages));
app.start();

const router = createBrowserRouter(
  routes({
    failure: <RouteFailure onReload={() => location.reload()} onError={app.report} />,
    opening: <output className="session-opening">{t('common.state.loading')}</output>,
  }),
);

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <AppContext value={app}>
        <RouterProvider router={router} />
        <Voices toasts={app.toasts} announcer={app.announcer} />
        <Tooltips />
      </AppContext>
    </ChakraProvider>
  </StrictMode>,
);

import { Suspense, useCallback, useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { KeptInputOf } from '../forms/useKept.ts';
import { NotFound } from '../layout/NotFound.tsx';
import { useQuery } from '../lists/usePages.ts';
import { sections } from './sections.ts';
import { useAdministrationInput } from './useAdministrationInput.ts';
import './administration.css';

/** Where the sections are one line, the current one may be beyond its edge, at first or once the window is narrower. */
function useCurrentInView(name: string, count: number) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = nav.current;
    if (element === null || name === '' || count === 0 || typeof ResizeObserver === 'undefined') return;
    const show = () => element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    const observer = new ResizeObserver(show);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [name, count]);
  return nav;
}

/** The administration of a hospital: a side navigation, and the page of the section in the address. */
export function Administration() {
  const { t } = useTranslation();
  const { api } = useApp();
  const profile = useQuery(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  const isOperator = profile.state === 'ready' && profile.data.operatesPlatform === true;
  const input = useAdministrationInput();
  const { '*': path = '' } = useParams();
  const [name = ''] = path.split('/');
  const section = sections.find((one) => one.name === name);
  const isOpen = section && (!('ofOperators' in section) || isOperator);
  const offered = sections.filter((one) => isOperator || !('ofOperators' in one));
  const nav = useCurrentInView(name, offered.length);
  if (name === '') return <Navigate to={`/administration/${sections[0].name}`} replace />;
  if (!section) return <NotFound />;
  return (
    <div className="administration">
      <nav ref={nav} aria-label={t('administration.sections')}>
        {offered.map(({ name: own, icon: Icon }) => (
          <Link key={own} to={`/administration/${own}`} aria-current={own === name ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{t(`administration.names.${own}`)}</span>
          </Link>
        ))}
      </nav>
      <div className="administration-page">
        <KeptInputOf value={input}>
          <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={12} />}>
            {isOpen ? <section.Page /> : <QueryResult result={profile}>{() => <NotFound />}</QueryResult>}
          </Suspense>
        </KeptInputOf>
      </div>
    </div>
  );
}

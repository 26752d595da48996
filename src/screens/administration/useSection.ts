import { useNavigate, useParams } from 'react-router-dom';

/** The part of the address after the section: an id, `new`, `import`, or empty for the list. */
export function useSection(name: string) {
  const { '*': path = '' } = useParams();
  const [, part = ''] = path.split('/');
  const navigate = useNavigate();
  const pathOf = (next: string) => `/administration/${name}${next === '' ? '' : `/${next}`}`;
  return { part, pathOf, open: (next: string, replace = false) => void navigate(pathOf(next), { replace }) };
}

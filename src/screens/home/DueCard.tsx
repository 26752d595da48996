import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CountBadge } from '../../ui/Badge.tsx';

type CardProps = {
  readonly title: string;
  readonly total: number;
  /** Says that there are more than these rows. */
  readonly note?: string | null;
  readonly children: ReactNode;
};

/** A list of what is due; nothing while it is empty. */
export function DueCard({ title, total, note, children }: CardProps) {
  if (total === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CountBadge count={total} />
      </header>
      <ul className="home-rows">{children}</ul>
      {note ? <p className="card-note">{note}</p> : null}
    </section>
  );
}

type RowProps = {
  /** URL of the screen where the doctor acts on it. */
  readonly to: string;
  readonly name: string;
  readonly about: string;
  readonly text: string;
  readonly when: ReactNode;
};

/** A patient's row: what is due, and its time. */
export function DueRow({ to, name, about, text, when }: RowProps) {
  return (
    <li>
      <div>
        <p>
          <Link className="page-link" to={to}>
            {name}
          </Link>{' '}
          <span>{about}</span>
        </p>
        <p>{text}</p>
      </div>
      {when}
    </li>
  );
}

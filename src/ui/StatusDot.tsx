import './small.css';

type Props = {
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** With a name it is a status that is read out when it changes. */
  readonly name?: string;
};

/** A state in a word, with a dot whose shape differs with its colour. */
export function StatusDot({ tone, text, name }: Props) {
  if (!name)
    return (
      <span className="ui-dot" data-tone={tone}>
        {text}
      </span>
    );
  return (
    <span className="ui-dot" data-tone={tone} role="status" aria-label={name}>
      {text}
    </span>
  );
}

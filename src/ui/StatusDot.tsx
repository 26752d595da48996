type Props = {
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** With a name it is a status that is read out when it changes. */
  readonly name?: string;
  /** How it is read out, where that is not at the next pause. */
  readonly 'aria-live'?: 'off' | 'polite';
};

/** A state in a word, with a dot. Its shape differs with its colour: full, a ring for "not now", a square for "gone". */
export function StatusDot({ tone, text, name, ...spoken }: Props) {
  const status = name ? { role: 'status', 'aria-label': name, ...spoken } : {};
  return (
    <div className="ui-status" data-tone={tone} {...status}>
      <i aria-hidden="true" />
      {text}
    </div>
  );
}

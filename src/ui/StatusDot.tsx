import { Status } from '@chakra-ui/react/status';

type Props = {
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** With a name it is a status that is read out when it changes. */
  readonly name?: string;
  /** How it is read out, where that is not at the next pause. */
  readonly 'aria-live'?: 'off' | 'polite';
};

/** The dot's shape differs with its colour: full, a ring for "not now", a square for "gone". */
const dots = {
  neutral: { bg: 'border.control' },
  success: { bg: 'success.border' },
  warning: { bg: 'transparent', borderWidth: '2px', borderColor: 'warning.border' },
  danger: { bg: 'danger.border', borderRadius: '2xs' },
};
const words = { neutral: 'fg.muted', success: 'fg.muted', warning: 'warning', danger: 'danger' };

/** A state in a word, with a dot. */
export function StatusDot({ tone, text, name, ...spoken }: Props) {
  const status = name ? { role: 'status', 'aria-label': name, ...spoken } : {};
  return (
    <Status.Root {...status} size="sm" gap="1.5" fontSize="0.8125rem" whiteSpace="nowrap" color={words[tone]}>
      <Status.Indicator {...dots[tone]} />
      {text}
    </Status.Root>
  );
}

import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './choiceSwitch.css';

type Props<Value extends string> = {
  readonly label: string;
  /** Shown instead of the value on a phone. */
  readonly icon?: ReactNode;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** A menu for a setting that every page offers, such as language or theme. */
export function ChoiceSwitch<Value extends string>({ label, icon, value, choices, onChange }: Props<Value>) {
  return (
    <div className="ui-select" data-size="xs" data-folds={icon ? '' : undefined}>
      {icon}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </div>
  );
}

import { NativeSelect } from '@chakra-ui/react/native-select';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** A setting of the page that is at hand everywhere: language, theme. */
export function ChoiceSwitch<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <NativeSelect.Root variant="ghost" size="xs" width="auto">
      <NativeSelect.Field
        aria-label={label}
        value={value}
        fieldSizing="content"
        _hover={{ bg: 'bg.muted' }}
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
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { errorText, showRefusal } from '../../../src/screens/forms/fields.ts';
import { TextField } from '../../../src/ui/TextField.tsx';

/** A form whose submission is refused with this data. */
function Refused({ data }: { readonly data: unknown }) {
  const form = useForm({ defaultValues: { name: '', note: '' } });
  const { errors } = form.formState;
  const send = form.handleSubmit(() => showRefusal(form, { data, message: 'Too long' }));
  return (
    <form onSubmit={(event) => void send(event)}>
      <TextField label="Name" error={errorText(errors.name)} {...form.register('name')} />
      <TextField label="Note" error={errorText(errors.note)} {...form.register('note')} />
      {errors.root ? <p role="alert">{errors.root.message}</p> : null}
      <button type="submit">Save</button>
    </form>
  );
}

async function refusedWith(data: unknown) {
  render(<Refused data={data} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test.each(['note', 'note.0.text'])(
  'a refusal that names the field %s is shown there, and the field gets the focus',
  async (field) => {
    await refusedWith({ field });
    const note = screen.getByRole('textbox', { name: 'Note' });
    expect(note).toHaveAccessibleDescription('Too long');
    expect(note).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test.each([[{ field: 'other' }], [null], ['text']])(
  'a refusal with %j is shown at the end of the form',
  async (data) => {
    await refusedWith(data);
    expect(screen.getByRole('alert')).toHaveTextContent('Too long');
  },
);

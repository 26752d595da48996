import { useSelector } from '@xstate/react';
import type { Identity } from '../../domain/session.ts';
import { identityOf } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';
import { createKeptInput, type KeptInput } from '../forms/useKept.ts';

const inputs = new WeakMap<Identity, KeptInput>();
const ofNobody = createKeptInput();

/** What the administrator has typed and not saved, in all sections, until another person signs in. */
export function useAdministrationInput(): KeptInput {
  const identity = useSelector(useApp().session, identityOf);
  if (identity === null) return ofNobody;
  const known = inputs.get(identity) ?? createKeptInput();
  inputs.set(identity, known);
  return known;
}

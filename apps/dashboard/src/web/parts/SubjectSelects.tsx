import type { DashboardKey } from "@portico/contract";
import { operationsByTag } from "../api/apiOperations.ts";
import { Field } from "./Field.tsx";

interface SelectProps {
  /** "" for all. */
  readonly value: string;
  readonly change: (value: string) => void;
}

/** Selects one of the operations that keys and users' tokens grant, or all. */
export const OperationSelect = ({ value, change }: SelectProps) => (
  <Field label="Operation">
    {(tie) => (
      <select {...tie} value={value} onChange={({ target }) => change(target.value)}>
        <option value="">All</option>
        {[...operationsByTag()].map(([tag, operations]) => (
          <optgroup key={tag} label={tag}>
            {operations.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    )}
  </Field>
);

/** Selects one of the account's keys, or all. */
export const KeySelect = ({ keys, value, change }: SelectProps & { readonly keys: readonly DashboardKey[] }) => (
  <Field label="Key">
    {(tie) => (
      <select {...tie} value={value} onChange={({ target }) => change(target.value)}>
        <option value="">All</option>
        {keys.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

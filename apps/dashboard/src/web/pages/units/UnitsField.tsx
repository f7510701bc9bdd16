import { Field } from "../../parts/Field.tsx";

interface UnitsFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly wrong: string | undefined;
}

/** A number of units, at least one. */
export const UnitsField = ({ value, change, wrong }: UnitsFieldProps) => (
  <Field label="Units" wrong={wrong}>
    {(tie) => (
      <input
        {...tie}
        type="number"
        min={1}
        step={1}
        required
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    )}
  </Field>
);

import { Field, type FieldTie } from "../../parts/Field.tsx";
import type { ConsoleParameter } from "./consoleOperation.ts";

interface ParameterFieldsProps {
  readonly parameters: readonly ConsoleParameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly change: (name: string, value: string) => void;
}

/** A field for each parameter, with the limits of its schema; the server has the last word. */
export const ParameterFields = ({ parameters, values, change }: ParameterFieldsProps) =>
  parameters.map((parameter) => (
    <Field key={parameter.name} label={parameter.name} hint={parameter.description} isOptional={!parameter.isRequired}>
      {(tie) => (
        <Control
          tie={tie}
          parameter={parameter}
          value={values[parameter.name] ?? ""}
          change={(value) => change(parameter.name, value)}
        />
      )}
    </Field>
  ));

interface ControlProps {
  readonly tie: FieldTie;
  readonly parameter: ConsoleParameter;
  readonly value: string;
  readonly change: (value: string) => void;
}

function Control({ tie, parameter, value, change }: ControlProps) {
  const { kind, isRequired, example, min, max, pattern } = parameter;
  const values = kind === "boolean" ? ["true", "false"] : kind === "array" ? undefined : parameter.values;
  if (values !== undefined)
    return (
      <select {...tie} required={isRequired} value={value} onChange={({ target }) => change(target.value)}>
        <option value="">Not sent</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  const limits = kind === "integer" ? { type: "number", min, max, step: 1 } : { pattern };
  return (
    <input
      {...tie}
      {...limits}
      required={isRequired}
      placeholder={example}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}

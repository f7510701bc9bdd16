import { useId } from "react";

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly name: string; readonly text: string }[];
  readonly value: Value;
  readonly change: (value: Value) => void;
}

/** A choice of a few options, each with an explanation. */
export function Choice<Value extends string>({ legend, options, value, change }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input type="radio" name={name} checked={option.value === value} onChange={() => change(option.value)} />
          <span>
            {option.name}
            <small>{option.text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

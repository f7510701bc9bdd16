import { Problem } from "../api/problem.ts";
import { Field, type FieldProps } from "./Field.tsx";
import { linesOf } from "./linesOf.ts";

interface LinesFieldProps extends Pick<FieldProps, "label" | "hint" | "isOptional"> {
  /** The list's name in the contract; the problem of `name[2]` is shown for the third line that isn't empty. */
  readonly name: string;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly error: unknown;
  readonly placeholder: string;
}

/** A list with one entry per line, and the problems by line. */
export function LinesField({ name, text, change, error, placeholder, ...field }: LinesFieldProps) {
  const wrongs = error instanceof Problem ? wrongLines(error, name, linesOf(text)) : [];
  return (
    <Field {...field} wrong={wrongs.length === 0 ? undefined : wrongs.join("\n")}>
      {(tie) => (
        <textarea
          {...tie}
          className="mono"
          spellCheck={false}
          autoCapitalize="off"
          placeholder={placeholder}
          rows={Math.min(8, Math.max(3, linesOf(text).length + 1))}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

const wrongLines = ({ fields }: Problem, name: string, lines: readonly string[]): string[] =>
  Object.entries(fields)
    .filter(
      ([field]) =>
        field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`) || field.startsWith(`${name}/`),
    )
    .map(([field, text]) => {
      const index = Number(/\d+/.exec(field.slice(name.length))?.[0] ?? Number.NaN);
      return Number.isNaN(index) ? text : `Line ${index + 1}, ${lines[index] ?? ""}: ${text}`;
    });

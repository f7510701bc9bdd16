import { type ReactNode, useId } from "react";

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly wrong?: string | undefined;
  readonly isOptional?: boolean;
  /** The control, with the ids that link it to its label, hint and error. */
  readonly children: (tie: FieldTie) => ReactNode;
}

export interface FieldTie {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

/** A control with its label, hint and error. */
export function Field({ label, hint, wrong, isOptional = false, children }: FieldProps) {
  const id = useId();
  const described = [wrong === undefined ? "" : `${id}-wrong`, hint === undefined ? "" : `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="quiet">(optional)</span>}
      </label>
      {children({
        id,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": wrong === undefined ? undefined : true,
      })}
      {wrong !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

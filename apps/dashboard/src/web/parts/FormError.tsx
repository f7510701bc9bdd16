import { Problem } from "../api/problem.ts";
import { ErrorNote } from "./ErrorNote.tsx";

/** The error of a form as a whole; errors of its fields are not repeated. */
export const FormError = ({ error }: { readonly error: unknown }) =>
  error instanceof Problem && Object.keys(error.fields).length > 0 ? (
    <p className="wrong" role="alert">
      Not saved: correct the marked fields below.
    </p>
  ) : (
    <ErrorNote error={error} />
  );

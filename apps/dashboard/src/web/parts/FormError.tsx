import { Problem } from "../api/problem.ts";
import { ErrorNote } from "./ErrorNote.tsx";

/** What failed about a form as a whole; what its fields say of themselves isn't said twice. */
export const FormError = ({ error }: { readonly error: unknown }) =>
  error instanceof Problem && Object.keys(error.fields).length > 0 ? (
    <p className="wrong" role="alert">
      Not saved: see what is marked below.
    </p>
  ) : (
    <ErrorNote error={error} />
  );

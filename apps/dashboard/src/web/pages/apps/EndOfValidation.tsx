import { Note } from "@portico/ui";

interface EndOfValidationProps {
  /** The change that is about to be saved. */
  readonly what: string;
  /** Whether the proof has to be published again. */
  readonly isProofLost: boolean;
}

/** Shown before a change to something that users have seen as validated. */
export const EndOfValidation = ({ what, isProofLost }: EndOfValidationProps) => (
  <Note tone="caution" title={`${what} ends the validation`}>
    <p>
      Until the site is {isProofLost ? "validated again" : "checked again"}, users see that it is not validated, and no
      client can be created. Existing clients keep working.
    </p>
  </Note>
);

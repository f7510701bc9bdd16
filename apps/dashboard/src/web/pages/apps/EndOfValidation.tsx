import { Note } from "@portico/ui";

interface EndOfValidationProps {
  /** That is about to be saved. */
  readonly what: string;
  /** Whether the proof has to be put in place again. */
  readonly isProofLost: boolean;
}

/** Before something is saved that people were shown as validated in another form. */
export const EndOfValidation = ({ what, isProofLost }: EndOfValidationProps) => (
  <Note tone="caution" title={`${what} ends the validation`}>
    <p>
      Until the site is {isProofLost ? "proved anew" : "checked again"}, people read that nobody checked who this is,
      and no client can be created. Clients that there are work on.
    </p>
  </Note>
);

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
      Until the site is {isProofLost ? "proved anew" : "checked again"}, people read that nobody checked who this is,
      and no client can be created. Clients that there are work on.
    </p>
  </Note>
);

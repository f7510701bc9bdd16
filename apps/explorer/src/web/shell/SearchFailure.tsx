import { explainFailure } from "../parts/explainFailure.ts";
import { t } from "../languages/t.ts";

interface SearchFailureProps {
  readonly error: unknown;
  /** Searches again, with what is in the field; otherwise its form is submitted. */
  readonly retry?: () => Promise<unknown>;
  /** The id of the field's form. */
  readonly form?: string;
}

/** That a search failed, which doesn't mean that there is nothing. */
export const SearchFailure = ({ error, retry, form }: SearchFailureProps) => (
  <p className="subject-problem" role="alert">
    {t("shell.searchFailed", { problem: explainFailure(error).title })}{" "}
    <button
      type={retry === undefined ? "submit" : "button"}
      form={form}
      className="button small"
      // a press would take the focus from the field, which forgets the failure
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void retry?.()}
    >
      {t("shell.searchAgain")}
    </button>
  </p>
);

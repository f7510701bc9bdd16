import { fieldProblem } from "../../api/problem.ts";
import { Field } from "../../parts/Field.tsx";

export interface AppDraft {
  readonly name: string;
  readonly site_url: string;
}

interface AppFieldsProps {
  readonly draft: AppDraft;
  readonly change: (draft: AppDraft) => void;
  readonly error: unknown;
  readonly siteHint: string;
}

export const AppFields = ({ draft, change, error, siteHint }: AppFieldsProps) => (
  <>
    <Field label="Name" hint="What users see when they sign in." wrong={fieldProblem(error, "name")}>
      {(tie) => (
        <input
          {...tie}
          required
          maxLength={60}
          value={draft.name}
          onChange={({ target }) => change({ ...draft, name: target.value })}
        />
      )}
    </Field>
    <Field label="Site" hint={siteHint} wrong={fieldProblem(error, "site_url")}>
      {(tie) => (
        <input
          {...tie}
          type="url"
          required
          maxLength={500}
          placeholder="https://app.example"
          value={draft.site_url}
          onChange={({ target }) => change({ ...draft, site_url: target.value })}
        />
      )}
    </Field>
  </>
);

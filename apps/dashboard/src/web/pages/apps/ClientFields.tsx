import type { DashboardClient } from "@portico/contract";
import { Choice } from "../../parts/Choice.tsx";
import { LinesField } from "../../parts/LinesField.tsx";
import { linesOf } from "../../parts/linesOf.ts";

export interface ClientDraft {
  /** One URI per line. */
  readonly redirectUris: string;
  readonly scope_format: DashboardClient["scope_format"];
  readonly refusal: DashboardClient["refusal"];
}

export const NEW_CLIENT: ClientDraft = { redirectUris: "", scope_format: "array", refusal: "redirect" };

export const draftOf = ({ redirect_uris: uris, scope_format, refusal }: DashboardClient): ClientDraft => ({
  redirectUris: uris.join("\n"),
  scope_format,
  refusal,
});

export const bodyOf = ({ redirectUris, scope_format, refusal }: ClientDraft) => ({
  redirect_uris: linesOf(redirectUris),
  scope_format,
  refusal,
});

const SCOPE_FORMATS = [
  { value: "array", name: "As a list", text: '["user:base:read"], as in this service\'s documentation.' },
  { value: "string", name: "As a text", text: '"user:base:read", as in RFC 6749: for standard OAuth libraries.' },
] as const;

const REFUSALS = [
  {
    value: "redirect",
    name: "Return to the app",
    text: "With error=access_denied, so that the app can explain how to continue.",
  },
  { value: "page", name: "End on a page of the sign-in service", text: "The app is not notified." },
] as const;

interface ClientFieldsProps {
  readonly draft: ClientDraft;
  readonly change: (draft: ClientDraft) => void;
  readonly error: unknown;
}

export const ClientFields = ({ draft, change, error }: ClientFieldsProps) => (
  <>
    <LinesField
      name="redirect_uris"
      label="Redirect URIs"
      hint="One per line, compared character by character: https, or http on localhost, 127.0.0.1 or [::1]."
      placeholder={"https://app.example/callback\nhttp://localhost:3000/callback"}
      text={draft.redirectUris}
      change={(redirectUris) => change({ ...draft, redirectUris })}
      error={error}
    />
    <Choice
      legend="Scopes in token responses"
      options={SCOPE_FORMATS}
      value={draft.scope_format}
      change={(scope_format) => change({ ...draft, scope_format })}
    />
    <Choice
      legend="When a user refuses"
      options={REFUSALS}
      value={draft.refusal}
      change={(refusal) => change({ ...draft, refusal })}
    />
  </>
);

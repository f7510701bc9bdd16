import type { AppValidation, AppValidationRequest, DashboardApp } from "@portico/contract";
import { RefreshCw } from "lucide-react";
import { api } from "../../api/api.ts";
import { announce, Button, Card, Copyable, Note } from "@portico/ui";
import { Allowed } from "../../parts/Allowed.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { hostOf } from "./hostOf.ts";

type Method = AppValidationRequest["method"];

/** Guides through the proof that the app's owner controls its site. */
export function AppValidationCard({ app }: { readonly app: DashboardApp }) {
  const path = { app_id: app.id };
  const choose = api.useMutation("post", "/dashboard/apps/{app_id}/validation");
  const check = api.useMutation("post", "/dashboard/apps/{app_id}/validation/check", {
    onSuccess: ({ is_validated: isValidated }) =>
      announce(isValidated ? "Validated: you control the site" : "Not validated yet"),
  });
  const pick = (method: Method) => {
    check.reset();
    choose.mutate({ params: { path }, body: { method } });
  };
  const lead = app.is_validated
    ? `Users see that you control ${hostOf(app.site_url)}`
    : `Prove that you control ${hostOf(app.site_url)}. Until then the app can't have clients.`;
  const run = () => check.mutate({ params: { path } });
  return (
    <Card
      title={app.is_validated ? "Validation" : "Validate the site"}
      lead={lead}
      actions={
        <Allowed to="apps.write">
          <Methods app={app} pick={pick} />
        </Allowed>
      }
    >
      <ErrorNote error={choose.error ?? check.error} />
      {app.validation === null ? (
        <p className="quiet">
          Choose how: a file on the site is available at once, a DNS record needs no change to the site.
        </p>
      ) : (
        <Steps validation={app.validation} app={app} />
      )}
      {check.data?.problem !== undefined && check.data.problem !== null && (
        <Note tone="caution" title="Not found yet">
          <p>{check.data.problem}</p>
        </Note>
      )}
      {app.validation !== null && (
        <div className="actions">
          <Allowed to="apps.write" otherwise={null}>
            <Button
              {...(!app.is_validated && { look: "main" as const })}
              isBusy={check.isPending}
              icon={<RefreshCw size={16} aria-hidden />}
              onClick={run}
            >
              {app.is_validated || check.data !== undefined ? "Check again" : "Check now"}
            </Button>
          </Allowed>
        </div>
      )}
    </Card>
  );
}

const METHODS: readonly { readonly method: Method; readonly name: string }[] = [
  { method: "file", name: "A file on the site" },
  { method: "dns", name: "A DNS record" },
];

const Methods = ({ app, pick }: { readonly app: DashboardApp; readonly pick: (method: Method) => void }) => (
  <div className="segments" role="group" aria-label="How to prove it">
    {METHODS.map(({ method, name }) => (
      <button key={method} type="button" aria-pressed={app.validation?.method === method} onClick={() => pick(method)}>
        {name}
      </button>
    ))}
  </div>
);

/** Some dashboards accept http, for sites on their own network: see PORTICO_VALIDATION_PRIVATE. */
const accessOf = (url: string): string =>
  url.startsWith("https:") ? "over https" : "over http at this address, which this dashboard may read";

function Steps({ validation, app }: { readonly validation: AppValidation; readonly app: DashboardApp }) {
  const isFile = validation.method === "file";
  return (
    <ol className="steps">
      <li>
        <span className="mark">1</span>
        <div>
          <h3>{isFile ? "Create a text file with this line" : "Copy this value"}</h3>
          <Copyable name="the value" value={validation.value} />
        </div>
      </li>
      <li>
        <span className="mark">2</span>
        <div>
          <h3>
            {isFile ? "Put it on your site, at this URL" : "Add a TXT record at your DNS provider, with this name"}
          </h3>
          <Copyable name={isFile ? "the URL of the file" : "the name of the record"} value={validation.where} />
          <p className="hint">
            {isFile
              ? `It must be readable ${accessOf(validation.where)}, without a redirect and without signing in. The file may contain other lines.`
              : "Other TXT records with the same name may stay. Some providers expect the name without the domain at its end."}
          </p>
        </div>
      </li>
      <li>
        <span className="mark">3</span>
        <div>
          <h3>Start the check</h3>
          <p className="hint">
            {isFile
              ? "This server reads the file at once."
              : "A new record may take some minutes, sometimes an hour, to propagate."}{" "}
            {app.is_validated ? "Leave it where it is." : "Leave it where it is afterwards."}
          </p>
        </div>
      </li>
    </ol>
  );
}

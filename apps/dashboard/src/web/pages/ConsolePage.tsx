import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button, Card, Note } from "@portico/ui";
import { useSession } from "../api/useSession.ts";
import { Field } from "../parts/Field.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { CodeCard } from "./console/CodeCard.tsx";
import { type ConsoleOperation, listOperations } from "./console/consoleOperation.ts";
import { type ConsoleResponse, send, startInput, toRequest } from "./console/consoleRequest.ts";
import { ParameterFields } from "./console/ParameterFields.tsx";
import { ResponseCard } from "./console/ResponseCard.tsx";

const route = getRouteApi("/console");

export function ConsolePage(): ReactNode {
  const { operation: id } = route.useSearch();
  const navigate = route.useNavigate();
  const [key, setKey] = useState("");
  const { api_url: apiUrl } = useSession();
  const operations = listOperations();
  const operation = operations.find((one) => one.id === id) ?? operations.find((one) => one.id === "getChainList");
  if (apiUrl === "" || operation === undefined)
    return (
      <>
        <PageHead title="API console" />
        <Note title="The data API's URL is unknown">
          <p>The operator sets it: PORTICO_API_URL.</p>
        </Note>
      </>
    );
  return (
    <div className="stack">
      <PageHead
        title="API console"
        lead="Sends a request to the data API from this browser. It costs what it costs your programs."
      />
      <Card title="Request">
        <Field label="Operation" hint={operation.summary}>
          {(tie) => (
            <select
              {...tie}
              value={operation.id}
              onChange={({ target }) => void navigate({ search: { operation: target.value }, replace: true })}
            >
              {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, own]) => (
                <optgroup key={tag} label={tag}>
                  {own.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.method} {one.path}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field label="Access key" hint="Stays in this page: it is not stored, and sent to the data API only.">
          {(tie) => (
            <input
              {...tie}
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
      </Card>
      <OperationView key={operation.id} operation={operation} apiUrl={apiUrl} accessKey={key.trim()} />
    </div>
  );
}

interface OperationViewProps {
  readonly operation: ConsoleOperation;
  readonly apiUrl: string;
  readonly accessKey: string;
}

function OperationView({ operation, apiUrl, accessKey }: OperationViewProps) {
  const [input, setInput] = useState(() => startInput(operation));
  const [response, setResponse] = useState<ConsoleResponse>();
  const [isBusy, setIsBusy] = useState(false);
  const request = toRequest(apiUrl, operation, input);
  const submit = async () => {
    setIsBusy(true);
    setResponse(await send(request, accessKey));
    setIsBusy(false);
  };
  return (
    <>
      <Card title="Parameters">
        <form
          className="fields"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {operation.parameters.length === 0 && operation.body === undefined && <p>This operation has none.</p>}
          <ParameterFields
            parameters={operation.parameters}
            values={input.values}
            change={(name, value) => setInput({ ...input, values: { ...input.values, [name]: value } })}
          />
          {operation.body !== undefined && (
            <Field label="Body" hint="JSON">
              {(tie) => (
                <textarea
                  {...tie}
                  rows={10}
                  spellCheck={false}
                  value={input.body}
                  onChange={({ target }) => setInput({ ...input, body: target.value })}
                />
              )}
            </Field>
          )}
          <div className="actions">
            <Button look="main" type="submit" isBusy={isBusy}>
              Send
            </Button>
          </div>
        </form>
      </Card>
      {response !== undefined && <ResponseCard response={response} />}
      <CodeCard request={request} apiUrl={apiUrl} />
    </>
  );
}

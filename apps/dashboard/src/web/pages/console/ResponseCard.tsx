import { Link } from "@tanstack/react-router";
import { Badge, Card, Note } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { Figure } from "../../parts/Figure.tsx";
import type { ConsoleResponse } from "./consoleRequest.ts";
import { showJson } from "./showJson.ts";

/** A response as text: nothing in it is markup. */
export function ResponseCard({ response }: { readonly response: ConsoleResponse }) {
  if (response.kind === "failed")
    return (
      <Note tone="bad" title="No response">
        <p>
          {response.reason}. The data API can&rsquo;t be reached from this browser, or it did not answer within a
          minute.
        </p>
      </Note>
    );
  const { status, headers, text, isCut, tookMs } = response;
  const requestId = headers.find(([name]) => name === "x-request-id")?.[1];
  return (
    <Card title="Response">
      <div className="cards" role="status">
        <Figure
          label="Status"
          value={<Badge tone={status < 400 ? "good" : status < 500 ? "caution" : "bad"}>{status}</Badge>}
        />
        <Figure label="Took" value={`${formatCount(tookMs)} ms`} />
        <Figure label="Units left" value={unitsLeft(headers)} detail="of the key's account, about" />
      </div>
      {requestId !== undefined && (
        <p>
          <Link to="/requests" search={{ request_id: requestId }}>
            What it cost, in the request log
          </Link>
          : within seconds, for a key of this account; successes are sampled.
        </p>
      )}
      <h3>Headers</h3>
      <pre className="code" tabIndex={0} role="region" aria-label="Response headers">
        {headers.map(([name, value]) => `${name}: ${showJson(value)}`).join("\n")}
      </pre>
      <h3>Body</h3>
      <pre className="code" tabIndex={0} role="region" aria-label="Response body">
        {text === "" ? "empty" : showJson(text)}
      </pre>
      {isCut && <p className="quiet">Only the beginning is shown.</p>}
    </Card>
  );
}

/** From the header RateLimit; a key without an account has none. */
function unitsLeft(headers: readonly (readonly [string, string])[]): string {
  const value = headers.find(([name]) => name === "ratelimit")?.[1] ?? "";
  const left = /"units";r=(\d+)/.exec(value)?.[1];
  return left === undefined ? "unknown" : formatCount(Number(left));
}

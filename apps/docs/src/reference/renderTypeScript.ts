import { printLiteral, raw, TYPESCRIPT, type Raw } from "./printLiteral.ts";
import { FORM, urlOf, type SampleRequest } from "./sampleRequest.ts";

const AUTHORIZATION = {
  accessKey: undefined, // set by the client's own option
  bearer: raw("`Bearer ${process.env.PORTICO_ACCESS_TOKEN}`"),
  basic: raw("`Basic ${btoa(`${process.env.PORTICO_CLIENT_ID}:${process.env.PORTICO_CLIENT_SECRET}`)}`"),
  none: undefined,
} as const;

/** With our own client. */
export function renderTypeScript(request: SampleRequest): string {
  const { method, baseUrl, path, credential, answer } = request;
  if (answer === "page") return `location.assign(${JSON.stringify(urlOf(request))});`;
  const accessKey = raw("process.env.PORTICO_ACCESS_KEY");
  const options = { baseUrl, ...(credential === "accessKey" && { accessKey }) };
  const init = initOf(request);
  const rest = Object.keys(init).length === 0 ? "" : `, ${printLiteral(init, TYPESCRIPT)}`;
  const result = answer === "json" ? "data" : "response";
  return `import { createClient } from "@portico/client";

const client = createClient(${printLiteral(options, TYPESCRIPT)});
const { ${result}, error } = await client.${method.toUpperCase()}(${JSON.stringify(path)}${rest});
console.log(${answer === "json" ? "data ?? error" : "error ?? response.status"});`;
}

function initOf({ pathParameters, query, credential, body }: SampleRequest): Record<string, unknown> {
  const authorization: Raw | undefined = AUTHORIZATION[credential];
  const params = { ...(isFilled(pathParameters) && { path: pathParameters }), ...(isFilled(query) && { query }) };
  const headers = {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(body?.type === FORM && { "Content-Type": FORM }),
  };
  return {
    ...(isFilled(params) && { params }),
    ...(isFilled(headers) && { headers }),
    ...(body !== undefined && { body: body.value }),
  };
}

const isFilled = (value: object): boolean => Object.keys(value).length > 0;

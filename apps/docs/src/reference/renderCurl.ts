import { FORM, urlOf, type SampleRequest } from "./sampleRequest.ts";

const CREDENTIALS = {
  accessKey: [`-H "AccessKey: $PORTICO_ACCESS_KEY"`],
  bearer: [`-H "Authorization: Bearer $PORTICO_ACCESS_TOKEN"`],
  basic: [`-u "$PORTICO_CLIENT_ID:$PORTICO_CLIENT_SECRET"`],
  none: [],
} as const;

/** For a POSIX shell. */
export function renderCurl(request: SampleRequest): string {
  const { method, credential, body, answer } = request;
  const isImplied = method === (body === undefined ? "get" : "post");
  const parts = [
    ...(answer === "json" ? [] : ["-i"]),
    ...(isImplied ? [] : [`-X ${method.toUpperCase()}`]),
    ...CREDENTIALS[credential],
    ...bodyOf(body),
  ];
  return `curl ${[...parts, quote(urlOf(request))].join(" \\\n  ")}`;
}

function bodyOf(body: SampleRequest["body"]): string[] {
  if (body === undefined) return [];
  if (body.type !== FORM) return [`-H "Content-Type: ${body.type}"`, `-d ${quote(JSON.stringify(body.value))}`];
  return Object.entries(body.value ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** Single quotes disable all special characters. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

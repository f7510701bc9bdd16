import { printLiteral, PYTHON, raw, type Raw } from "./printLiteral.ts";
import { FORM, urlOf, type SampleRequest } from "./sampleRequest.ts";

const HEADERS: Readonly<Record<SampleRequest["credential"], Readonly<Record<string, Raw>>>> = {
  accessKey: { AccessKey: raw(`os.environ["PORTICO_ACCESS_KEY"]`) },
  bearer: { Authorization: raw(`"Bearer " + os.environ["PORTICO_ACCESS_TOKEN"]`) },
  basic: { Authorization: raw(`"Basic " + base64.b64encode(client.encode()).decode()`) },
  none: {},
};

/** Uses only Python's standard library; its integers are exact. */
export function renderPython(request: SampleRequest): string {
  const { method, credential, body, answer } = request;
  if (answer === "page") return `import webbrowser\n\nwebbrowser.open(${JSON.stringify(urlOf(request))})`;
  const headers = { ...HEADERS[credential], ...(body !== undefined && { "Content-Type": body.type }) };
  const isForm = body?.type === FORM;
  const lines = [
    ...importsOf(request).map((name) => `import ${name}`),
    "",
    ...(credential === "basic" ? [CLIENT] : []),
    `url = ${JSON.stringify(urlOf(request))}`,
    `headers = ${printLiteral(headers, PYTHON)}`,
    ...(body === undefined ? [] : [`body = ${printLiteral(body.value, PYTHON)}`]),
    ...(body === undefined ? [] : [`data = ${isForm ? "urllib.parse.urlencode" : "json.dumps"}(body).encode()`]),
    `request = urllib.request.Request(url, ${body === undefined ? "" : "data, "}headers=headers, method="${method.toUpperCase()}")`,
    "with urllib.request.urlopen(request) as response:",
    answer === "json" ? "    print(json.load(response))" : "    print(response.status)",
  ];
  return lines.join("\n");
}

const CLIENT = `client = os.environ["PORTICO_CLIENT_ID"] + ":" + os.environ["PORTICO_CLIENT_SECRET"]`;

const importsOf = ({ credential, body, answer }: SampleRequest): string[] => [
  ...(credential === "basic" ? ["base64"] : []),
  ...(answer === "json" || (body !== undefined && body.type !== FORM) ? ["json"] : []),
  ...(credential === "none" ? [] : ["os"]),
  ...(body?.type === FORM ? ["urllib.parse"] : []),
  "urllib.request",
];

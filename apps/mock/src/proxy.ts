import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { summarize } from "./validate/createReport.ts";
import { createValidatingProxy } from "./validate/createValidatingProxy.ts";

const HELP = `A proxy that responds with 500 and the list of violations wherever the server behind it violates the contract.
Ends with a summary, and with exit code 1 if there were violations.

  node apps/mock/src/proxy.ts http://127.0.0.1:4000                       # until SIGINT or SIGTERM
  node apps/mock/src/proxy.ts http://127.0.0.1:4000 -- npx playwright test   # as long as a command runs

  --report FILE   writes the called operations, those not called, and every violation, as JSON
  --lenient       passes responses that violate the contract, and only reports them

Environment
  PORTICO_PROXY_PORT  port to listen on (default 4010; 0: any free port)

The command gets the proxy's URL in PORTICO_PROXY_URL.`;

const ends = process.argv.indexOf("--");
const command = ends < 0 ? [] : process.argv.slice(ends + 1);
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, ends < 0 ? undefined : ends),
  options: { help: { type: "boolean" }, lenient: { type: "boolean" }, report: { type: "string" } },
  allowPositionals: true,
});
const [upstream] = positionals;
if (upstream === undefined || values.help === true) console.log(HELP);
else if (!/^https?:$/.test(URL.parse(upstream)?.protocol ?? "")) fail(`${upstream} is not an http or https URL`);
else await validate(upstream.replace(/\/+$/, "")).then(end, ({ message }: Error) => fail(message));

function end(code: number): void {
  process.exitCode = code;
}

function fail(reason: string): void {
  console.error(`validate: ${reason}`);
  process.exit(2);
}

async function validate(url: string): Promise<number> {
  const document = await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json")), "utf8");
  const { server, report } = createValidatingProxy({
    upstream: url,
    document,
    isLenient: values.lenient ?? false,
    onBreach: ({ operation, target, status, violations }) =>
      console.error(`validate: ${operation} ${status} ${target}\n  ${summarize(violations).join("\n  ")}`),
  });
  server.listen(Number(process.env["PORTICO_PROXY_PORT"] ?? 4010), "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`validate: listening on ${address}, in front of ${url}`);
  const code = command.length > 0 ? await run(command, address) : await untilReported();
  server.close();
  server.closeAllConnections();
  console.log(report.toText());
  if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report.toJson(), null, 2)}\n`);
  return report.toJson().breaches.length > 0 ? 1 : code;
}

/** @returns the command's exit code. */
async function run([file = "", ...args]: readonly string[], address: string): Promise<number> {
  const child = spawn(file, args, { stdio: "inherit", env: { ...process.env, PORTICO_PROXY_URL: address } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

async function untilReported(): Promise<number> {
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  return 0;
}

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HELP = `Stands before a server and answers 500, with the list of what is wrong, wherever that server breaks the contract.

  node apps/mock/src/proxy.ts http://127.0.0.1:4000

Environment
  PORTICO_PROXY_PORT  port to listen on (default 4010)

Integers beyond 2^53 lose digits on the way through: compare amounts with the server itself.`;

const upstream = process.argv[2];
if (upstream === undefined || upstream === "--help") console.log(HELP);
else startProxy(upstream);

function startProxy(url: string): void {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
    "dist",
    "index.js",
  );
  const document = fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json"));
  const port = process.env["PORTICO_PROXY_PORT"] ?? "4010";
  // requests go through as they are: what the server makes of bad ones is part of the question
  const flags = ["--errors", "--no-validate-request", "--host", "127.0.0.1", "--port", port];
  const child = spawn(process.execPath, [cli, "proxy", document, url, ...flags], { stdio: "inherit" });
  child.once("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => child.kill(signal));
}

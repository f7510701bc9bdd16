// "Sign in with your wallet", as any application can offer it:
//   node examples/sign-in-app/src/main.ts
import { createServer } from "node:http";
import { createApp } from "./createApp.ts";
import { readSettings } from "./settings.ts";

try {
  const settings = readSettings(process.env);
  const { origin, hostname, port } = new URL(settings.redirectUri);
  // limits slow clients; by default Node checks only every 30 s
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
  createServer(limits, createApp(settings))
    .listen(Number(process.env["PORT"] ?? (port || 80)), hostname, () => console.log(`Open ${origin}`))
    .on("error", ({ message }) => {
      console.error(
        `${message}: stop what listens there, or choose another port in PORTICO_REDIRECT_URI and register that URI`,
      );
      process.exitCode = 1;
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

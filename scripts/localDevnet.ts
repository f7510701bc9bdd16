import { isLoopbackHost } from "@portico/store";

/**
 * On a devnet the demo owner, whose key is public, is the operator, and sites in this network can be validated: this is
 * safe only on a local computer.
 * @throws Error with instructions if the dashboard is reachable from elsewhere and these defaults were not changed.
 */
export function assertLocalDevnet(env: NodeJS.ProcessEnv = process.env): void {
  const { PORTICO_DASHBOARD_HOST: host, PORTICO_DASHBOARD_URL: url } = env;
  const isBeyond = {
    PORTICO_DASHBOARD_HOST: host !== undefined && !isLoopbackHost(host),
    PORTICO_DASHBOARD_URL: Boolean(url) && !isLoopbackHost(URL.parse(url ?? "")?.hostname ?? ""),
  };
  const name = Object.entries(isBeyond).find(([, is]) => is)?.[0];
  const isStrict = env["PORTICO_OPERATORS"] !== undefined && env["PORTICO_VALIDATION_PRIVATE"] !== undefined;
  if (name === undefined || isStrict) return;
  throw new Error(
    `${name}=${env[name]} makes the dashboard reachable from other computers, but the operator of a devnet has a published ` +
      "private key and can probe servers inside this network. Unset it; or set PORTICO_OPERATORS to addresses of your own, or to " +
      "nothing, and PORTICO_VALIDATION_PRIVATE=off; or set PORTICO_RPC_<ID> to a node of a real chain",
  );
}

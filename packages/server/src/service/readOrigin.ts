const LOOPBACKS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * A setting that is an origin: https, or http on this computer alone. Undefined when not set.
 * @throws Error that names the variable, never its value.
 */
export function readOrigin(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name] ?? "";
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACKS.has(url.hostname));
  if (isSafe && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`${name} must be https://host, without a path (or http://127.0.0.1:port)`);
}

/**
 * A setting that is an http or https URL, without trailing slashes. "" when not set.
 * @throws Error that names the variable, never its value.
 */
export function readLink(env: NodeJS.ProcessEnv, name: string): string {
  const text = env[name] ?? "";
  if (text === "") return "";
  if (!["http:", "https:"].includes(URL.parse(text)?.protocol ?? "")) {
    throw new Error(`${name} must be an http or https URL`);
  }
  return text.replace(/\/+$/, "");
}

/**
 * A setting that is `on` or `off`, in any case; off when not set.
 * @throws RangeError that names the variable, never its value.
 */
export function readSwitch(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  const text = env[name]?.trim().toLowerCase() ?? "";
  if (!["", "on", "off"].includes(text)) throw new RangeError(`${name} must be on or off`);
  return text === "on";
}

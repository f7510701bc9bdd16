import { expect, test } from "vitest";
import { resolvePublicly } from "./resolveHost.ts";

test("a name without an address is an error, and so is a resolution that was aborted", async () => {
  const never = new AbortController();
  await expect(resolvePublicly("not a name", never.signal)).rejects.toThrow(/\w/);
  const stop = new AbortController();
  const pending = resolvePublicly("host.invalid", stop.signal);
  stop.abort();
  await expect(pending).rejects.toThrow(/\w/);
});

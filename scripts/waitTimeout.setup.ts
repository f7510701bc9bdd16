/**
 * Runs in every test worker: what a test waits for may take longer on a machine that is busy than the second that vitest
 * allows. A test ends as soon as it is there.
 */
import { vi } from "vitest";

const WAIT_TIMEOUT_MS = 20_000;

const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const withTimeout = (options: Options): Options => ({
  timeout: WAIT_TIMEOUT_MS,
  ...(typeof options === "number" ? { timeout: options } : options),
});
vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options));
vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options));

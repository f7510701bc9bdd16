/**
 * Runs in every test worker: what a test waits for may take longer on a machine that is busy than the second that vitest
 * allows. A test ends as soon as it is there.
 */
import { vi } from "vitest";

const PATIENCE_MS = 20_000;

const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options): Options => ({
  timeout: PATIENCE_MS,
  ...(typeof options === "number" ? { timeout: options } : options),
});
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

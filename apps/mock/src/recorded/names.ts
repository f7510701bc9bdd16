import { invalidParams } from "@portico/server/errors";
import { addressOf, SCENARIOS } from "../scenarios/scenarios.ts";
import { getText, requireServed, type RecordedHandler } from "./recordedRequest.ts";
import { writeChains } from "./syncStatus.ts";
import type { Recording } from "./recording.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;
const NAME = /^[^\s.]+(?:\.[^\s.]+)+$/;
const ENS_CHAIN = "eth";

/** Made up, since only the demo owner has a name on the devnet: `collector.eth`, and `rate-limited.eth` for a special address. */
function listNames({ users }: Recording): [name: string, address: string][] {
  const special = [...SCENARIOS].map(
    ([name, scenario]) => [`${name.replaceAll("_", "-")}.eth`, addressOf(scenario)] as [string, string],
  );
  return [...users.map(({ name, address }) => [`${name}.eth`, address] as [string, string]), ...special];
}

/** The name of an address; null if it has none. */
export const findName = (recording: Recording, address: string): string | null =>
  listNames(recording).find(([, own]) => own === address)?.[0] ?? null;

/** Both ways. */
export const serveName: RecordedHandler = (request) => {
  const id = getText(request, "id").toLowerCase();
  if (!ADDRESS.test(id) && !NAME.test(id)) {
    throw invalidParams({ id: "must be an address (0x and 40 hexadecimal digits) or an ENS name" });
  }
  const chains = writeChains(request, [requireServed(request, ENS_CHAIN)]);
  if (ADDRESS.test(id)) return { body: { address: id, name: findName(request.recording, id) }, chains };
  const [, address = null] = listNames(request.recording).find(([name]) => name === id) ?? [];
  return { body: { address, name: id }, chains };
};

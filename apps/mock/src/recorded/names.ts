import { invalidParams } from "@portico/server/errors";
import { addressOf, SCENARIOS } from "../scenarios/scenarios.ts";
import { getText, requireServed, type Answering } from "./ask.ts";
import { writeChains } from "./reach.ts";
import type { Recording } from "./recording.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;
const NAME = /^[^\s.]+(?:\.[^\s.]+)+$/;
const ENS_CHAIN = "eth";

/** Made up, because devnet chains have no names: `collector.eth`, and `rate-limited.eth` for a special address. */
function listNames({ people }: Recording): [name: string, address: string][] {
  const special = [...SCENARIOS].map(
    ([name, scenario]) => [`${name.replaceAll("_", "-")}.eth`, addressOf(scenario)] as [string, string],
  );
  return [...people.map(({ name, address }) => [`${name}.eth`, address] as [string, string]), ...special];
}

/** The name of an address; null if it has none. */
export const findName = (recording: Recording, address: string): string | null =>
  listNames(recording).find(([, own]) => own === address)?.[0] ?? null;

/** Both ways. */
export const tellName: Answering = (ask) => {
  const id = getText(ask, "id").toLowerCase();
  if (!ADDRESS.test(id) && !NAME.test(id)) {
    throw invalidParams({ id: "must be an address (0x and 40 hexadecimal digits) or an ENS name" });
  }
  const chains = writeChains(ask, [requireServed(ask, ENS_CHAIN)]);
  if (ADDRESS.test(id)) return { body: { address: id, name: findName(ask.recording, id) }, chains };
  const [, address = null] = listNames(ask.recording).find(([name]) => name === id) ?? [];
  return { body: { address, name: id }, chains };
};

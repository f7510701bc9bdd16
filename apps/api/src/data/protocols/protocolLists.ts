import type { Protocol } from "@portico/contract";
import { RenderedList, serialize } from "../../serialize.ts";
import { listProtocolResponses } from "./listProtocolResponses.ts";
import type { ListedProtocols } from "./listProtocolResponses.ts";

export interface ProtocolLists {
  /** In the contract's form: the largest first, then by id. */
  readonly get: (chains: readonly string[]) => Protocol[];
  /** After a change of a figure. */
  readonly clear: () => void;
}

/** One list for each chain, and one for all served chains. */
const MAX_LISTS = 100;

/** Lists of thousands of protocols, each rendered once until `clear`. */
export function createProtocolLists(protocols: ListedProtocols): ProtocolLists {
  const lists = new Map<string, RenderedList>();

  const render = (chains: readonly string[]): RenderedList => {
    const items = listProtocolResponses(protocols, chains);
    let text: string | undefined;
    return new RenderedList(
      () => items,
      () => (text ??= serialize(items)),
    );
  };

  return {
    get: (chains) => {
      const key = chains.join();
      const list = lists.get(key) ?? render(chains);
      if (lists.size >= MAX_LISTS) lists.clear();
      lists.set(key, list);
      return list as unknown as Protocol[];
    },
    clear: () => lists.clear(),
  };
}

import { ByteTable, viewOf } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerSet } from "@portico/store";

const ADDRESS = 20;

/** The followed owners of a chain, in memory: about 50 bytes each. */
export interface OwnerFilter extends OwnerSet {
  readonly size: number;
  add(owners: Iterable<Address>): void;
  /** @param owners - 20 bytes each. */
  addBytes(this: void, owners: Buffer): void;
  list(): Address[];
}

export function createOwnerFilter(owners: readonly Address[]): OwnerFilter {
  const table = new ByteTable(ADDRESS, owners.length);
  const buffer = Buffer.alloc(ADDRESS);
  const view = viewOf(buffer);
  const write = (owner: Address): void => void buffer.write(owner.slice(2), "hex");
  const filter: OwnerFilter = {
    get size() {
      return table.size;
    },
    add(added) {
      for (const owner of added) {
        write(owner);
        table.add(view, 0);
      }
    },
    addBytes(bytes) {
      const keys = viewOf(bytes);
      for (let at = 0; at < bytes.length; at += ADDRESS) table.add(keys, at);
    },
    has(owner) {
      write(owner);
      return table.has(view, 0);
    },
    hasAt: (bytes, at) => table.has(bytes, at),
    list: () => {
      const { keys } = table;
      return Array.from(
        { length: table.size },
        (_, at): Address => `0x${keys.toString("hex", at * ADDRESS, (at + 1) * ADDRESS)}`,
      );
    },
  };
  filter.add(owners);
  return filter;
}

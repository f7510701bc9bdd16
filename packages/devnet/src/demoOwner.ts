import type { Address } from "viem";

/** anvil's first development account ("test test … junk"), so that it can also sign. */
export const DEMO_OWNER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** Its primary ENS name, on eth. */
export const DEMO_NAME = "demo.eth";

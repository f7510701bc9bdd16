import { chains } from "@portico/evm";

/** What a protocol is for, as far as it decides what a transaction was: who is paid here delivers elsewhere, or swaps. */
export const PROTOCOL_USES = ["bridge", "donation", "exchange", "other"] as const;
export type ProtocolUse = (typeof PROTOCOL_USES)[number];

/** Bridges and messengers between chains, and the rollups' own. */
const BRIDGES = new Set(
  `across allbridge allbridgecore arbitrum axelar base beamer blast bungee butternetwork cctp celer chainport connext
  crosscurve debridge everclear gaszip gnosis hop hyperlane hyperliquid interportfinance keep layerswap layerzero lifi
  linea mantle mayanfinance mode multichain nearintents optimism orbitbridge orbiterfinance polygon relay relaychain
  routerprotocol scroll socket squid squidrouter stargate starknet superchain symbiosis synapse taiko teleswap thorchain
  umbria wanbridge wormhole xyfinance zksync zora`.split(/\s+/),
);

/** Aggregators, solvers and market makers: they swap anything, and never issue shares of their own to their callers. */
const EXCHANGES = new Set(
  `0x 1inch airswap barter bebop clipper cowswap ensofinance firebird gluexprotocol hashflow kyberswap llamazip magpie
  metamask_swaps native odos okx openocean paraswap rainbow_swaps rango slingshot unizen woofi zerion`.split(/\s+/),
);

/** What is paid to them is given away. */
const DONATIONS = new Set("clrfund endaoment gitcoin giveth thegivingblock".split(" "));

/** The same for a protocol on every chain: `hop` of `hop` and `base_hop`. */
export function toProtocolKey(id: string): string {
  const chain = chains.find(({ slug }) => id.startsWith(`${slug}_`));
  return chain === undefined ? id : id.slice(chain.slug.length + 1);
}

/** @param key - Of the protocol, the same on every chain: `hop`. */
export function useOf(key: string): ProtocolUse {
  if (BRIDGES.has(key)) return "bridge";
  if (EXCHANGES.has(key)) return "exchange";
  return DONATIONS.has(key) ? "donation" : "other";
}

import type { UserTokenAuthorized } from "@portico/contract";
import { NATIVE_TOKEN, toAmount, type Address } from "@portico/evm";
import type { Approval } from "@portico/store";
import { toSpenderResponse } from "./approvalSpender.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { FindContractProtocol } from "../protocols/contractProtocol.ts";
import type { SpenderMetadata } from "./spenderMetadata.ts";
import { getExposure, type Exposure, type SpenderExposure } from "./exposure.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

export interface AuthorizedRead extends SpenderMetadata {
  readonly approvals: readonly Approval[];
  readonly permit2: Address;
}

/** An owner's tokens with approvals on one synced chain, largest exposure in USD first. */
export async function listAuthorizedTokens(
  tokens: TokenTable,
  { chain, timeAt }: SyncedChain,
  { approvals, permit2, protocolOf, codes }: AuthorizedRead,
): Promise<UserTokenAuthorized[]> {
  const byToken = [...Map.groupBy(approvals, ({ token }) => token)];
  const exposed = byToken.flatMap(([token, ofToken]) => {
    const exposure = getExposure(ofToken, { permit2, timeAt });
    return exposure.spenders.length === 0 ? [] : [{ token, exposure }];
  });
  const entries = await tokens.resolve(chain, [NATIVE_TOKEN, ...exposed.map(({ token }) => token)]);
  const nativePrice = entries[0]?.price ?? 0;
  const isContract = (address: Address) =>
    address === permit2 || tokens.find(chain.slug, address) !== undefined || codes.get(address);
  return exposed
    .map(({ exposure }, index) =>
      toResponse(entries[index + 1]!, exposure, { nativePrice, permit2, isContract, protocolOf }),
    )
    .toSorted(byExposure);
}

interface ResponseContext {
  nativePrice: number;
  permit2: Address;
  /** Whether an address has code, apart from the store's records of creations; undefined if unknown. */
  isContract: (address: Address) => boolean | undefined;
  protocolOf: FindContractProtocol;
}

function toResponse(entry: TokenEntry, exposure: Exposure, context: ResponseContext): UserTokenAuthorized {
  const { id, chain, name, symbol, logo_url } = entry.toResponse();
  const exposureBalance = toAmount(exposure.rawExposure, entry.decimals);
  return {
    id,
    name: name ?? "",
    symbol: symbol ?? "",
    logo_url: logo_url ?? "",
    chain,
    price: context.nativePrice,
    balance: toAmount(exposure.rawBalance, entry.decimals),
    sum_exposure_usd: exposureBalance * entry.price,
    exposure_balance: exposureBalance,
    spenders: exposure.spenders.map((spender) => toSpender(entry, spender, context)),
  };
}

/** The end of the year 9999: what ends later has no end. */
const LAST_DATE = 253_402_300_799n;

function toSpender(entry: TokenEntry, { approval, rawValue, rawExposure }: SpenderExposure, context: ResponseContext) {
  const { spender, changedAt, expiresAt, isPermit2 } = approval;
  const isContract = approval.isContract || context.isContract(spender);
  return {
    ...toSpenderResponse({ id: spender, changedAt, isContract, protocol: context.protocolOf(spender) }),
    value: toAmount(rawValue, entry.decimals),
    exposure_usd: toAmount(rawExposure, entry.decimals) * entry.price,
    permit2_id: isPermit2 ? context.permit2 : null,
    expires_at: expiresAt === null || expiresAt > LAST_DATE ? null : Number(expiresAt),
  };
}

const byExposure = (a: UserTokenAuthorized, b: UserTokenAuthorized): number =>
  b.sum_exposure_usd - a.sum_exposure_usd || b.exposure_balance - a.exposure_balance || (a.id < b.id ? -1 : 1);

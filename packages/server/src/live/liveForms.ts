import type { LiveForms } from "./liveForm.ts";
import { toLiveApps } from "./toLiveApps.ts";
import { toLiveCurve } from "./toLiveCurve.ts";
import { toLiveHistory } from "./toLiveHistory.ts";
import { toLiveNftApprovals } from "./toLiveNftApprovals.ts";
import { toLiveProtocol } from "./toLiveProtocol.ts";
import { toWalletTokens } from "./toWalletTokens.ts";

/** The operations whose answers have another form in the profile `live`, besides what fillNulls does. */
export const liveForms = {
  getUserAllHistoryList: toLiveHistory,
  getUserCacheTokenList: toWalletTokens,
  getUserChainNetCurve: toLiveCurve,
  getUserComplexAppList: toLiveApps,
  getUserHistoryList: toLiveHistory,
  getUserHistoryProtocol: toLiveProtocol,
  getUserHistoryTokenList: toWalletTokens,
  getUserNftAuthList: toLiveNftApprovals,
  getUserNftAuthorizedList: toLiveNftApprovals,
  getUserProtocol: toLiveProtocol,
  getUserTokenSearch: toWalletTokens,
  getUserTotalNetCurve: toLiveCurve,
  postUserSpecificTokenList: toWalletTokens,
} satisfies LiveForms;

import type { ApiOperationId } from "@portico/contract";
import type { Handlers } from "@portico/contract/server";
import type { Deps } from "../deps.ts";
import { deleteAccountSubscriptionsSubscriptionId } from "./account/deleteAccountSubscriptionsSubscriptionId.ts";
import { getAccountSubscriptions } from "./account/getAccountSubscriptions.ts";
import { getAccountSubscriptionsSubscriptionId } from "./account/getAccountSubscriptionsSubscriptionId.ts";
import { getAccountSubscriptionsSubscriptionIdDeadLetters } from "./account/getAccountSubscriptionsSubscriptionIdDeadLetters.ts";
import { getAccountUnits } from "./account/getAccountUnits.ts";
import { patchAccountSubscriptionsSubscriptionId } from "./account/patchAccountSubscriptionsSubscriptionId.ts";
import { postAccountSubscriptions } from "./account/postAccountSubscriptions.ts";
import { postAccountSubscriptionsSubscriptionIdRedelivery } from "./account/postAccountSubscriptionsSubscriptionIdRedelivery.ts";
import { postAccountSubscriptionsSubscriptionIdSecret } from "./account/postAccountSubscriptionsSubscriptionIdSecret.ts";
import { aliasOf } from "./aliasOf.ts";
import { getAppProtocolList } from "./app/getAppProtocolList.ts";
import { getChain } from "./chain/getChain.ts";
import { getChainList } from "./chain/getChainList.ts";
import { getChainStatus } from "./chain/getChainStatus.ts";
import { getCloudChainList } from "./cloud/getCloudChainList.ts";
import { getCloudCollection } from "./cloud/getCloudCollection.ts";
import { getCloudContract } from "./cloud/getCloudContract.ts";
import { getCloudProtocolList } from "./cloud/getCloudProtocolList.ts";
import { getCloudToken } from "./cloud/getCloudToken.ts";
import { getCollectionNftList } from "./collection/getCollectionNftList.ts";
import { getCurrencyList } from "./currency/getCurrencyList.ts";
import { getHealthz } from "./health/getHealthz.ts";
import { getReadyz } from "./health/getReadyz.ts";
import { getName } from "./name/getName.ts";
import { notBuilt } from "./notBuilt.ts";
import { getOfficialMessageStatus } from "./official/getOfficialMessageStatus.ts";
import { postOfficialGroupSend } from "./official/postOfficialGroupSend.ts";
import { postOfficialMessageSend } from "./official/postOfficialMessageSend.ts";
import { getPool } from "./pool/getPool.ts";
import { getProtocol } from "./protocol/getProtocol.ts";
import { getProtocolAllList } from "./protocol/getProtocolAllList.ts";
import { getProtocolList } from "./protocol/getProtocolList.ts";
import { getProtocolTopHolders } from "./protocol/getProtocolTopHolders.ts";
import { getToken } from "./token/getToken.ts";
import { getTokenHistoryPrice } from "./token/getTokenHistoryPrice.ts";
import { getTokenHistoryPriceDict } from "./token/getTokenHistoryPriceDict.ts";
import { getTokenListByIds } from "./token/getTokenListByIds.ts";
import { getTokenListByUuids } from "./token/getTokenListByUuids.ts";
import { getTokenTopHolders } from "./token/getTokenTopHolders.ts";
import { getUserAllComplexProtocolList } from "./user/getUserAllComplexProtocolList.ts";
import { getUserAllHistoryList } from "./user/getUserAllHistoryList.ts";
import { getUserAllNftList } from "./user/getUserAllNftList.ts";
import { getUserAllSimpleProtocolList } from "./user/getUserAllSimpleProtocolList.ts";
import { getUserAllTokenList } from "./user/getUserAllTokenList.ts";
import { getUserChainBalance } from "./user/getUserChainBalance.ts";
import { getUserChainNetCurve } from "./user/getUserChainNetCurve.ts";
import { getUserComplexAppList } from "./user/getUserComplexAppList.ts";
import { getUserComplexProtocolList } from "./user/getUserComplexProtocolList.ts";
import { getUserEvents } from "./user/getUserEvents.ts";
import { getUserHistoryList } from "./user/getUserHistoryList.ts";
import { getUserHistoryProtocol } from "./user/getUserHistoryProtocol.ts";
import { getUserHistoryTokenList } from "./user/getUserHistoryTokenList.ts";
import { getUserLedger } from "./user/getUserLedger.ts";
import { getUserProfitList } from "./user/getUserProfitList.ts";
import { getUserNftAuthorizedList } from "./user/getUserNftAuthorizedList.ts";
import { getUserNftList } from "./user/getUserNftList.ts";
import { getUserProtocol } from "./user/getUserProtocol.ts";
import { getUserSimpleProtocolList } from "./user/getUserSimpleProtocolList.ts";
import { getUserToken } from "./user/getUserToken.ts";
import { getUserTokenAuthorizedList } from "./user/getUserTokenAuthorizedList.ts";
import { getUserTokenList } from "./user/getUserTokenList.ts";
import { getUserTokenSearch } from "./user/getUserTokenSearch.ts";
import { getUserTotalBalance } from "./user/getUserTotalBalance.ts";
import { getUserTotalNetCurve } from "./user/getUserTotalNetCurve.ts";
import { getUserCodeList } from "./user/getUserCodeList.ts";
import { getUserUsedChainList } from "./user/getUserUsedChainList.ts";
import { postUserSpecificTokenList } from "./user/postUserSpecificTokenList.ts";
import { getWalletEns } from "./wallet/getWalletEns.ts";
import { getWalletGasMarket } from "./wallet/getWalletGasMarket.ts";
import { postV2UserTotalBalance } from "./user/postV2UserTotalBalance.ts";
import { postV2WalletGasMarket } from "./wallet/postV2WalletGasMarket.ts";
import { postWalletExplainTx } from "./wallet/postWalletExplainTx.ts";
import { postWalletPreExecTx } from "./wallet/postWalletPreExecTx.ts";

/** A handler for every operation of the data API: a missing, extra or wrongly typed one is a type error. */
export const operations = {
  deleteAccountSubscriptionsSubscriptionId,
  getAccountSubscriptions,
  getAccountSubscriptionsSubscriptionId,
  getAccountSubscriptionsSubscriptionIdDeadLetters,
  getAccountUnits,
  getAppProtocolList,
  getChain,
  getChainList,
  getChainStatus,
  getCloudChainList,
  getCloudCollection,
  getCloudContract,
  getCloudProtocolList,
  getCloudToken,
  getCollectionNftList,
  getEngineAddrUsedChainList: aliasOf<"getEngineAddrUsedChainList", "getUserUsedChainList">(getUserUsedChainList),
  getCurrencyList,
  getHealthz,
  getName,
  getOfficialMessageStatus,
  getOfficialMessageStatusUnversioned: getOfficialMessageStatus,
  getPool,
  getProtocol,
  getProtocolAllList,
  getProtocolList,
  getProtocolTopHolders,
  getReadyz,
  getToken,
  getTokenHistoryPrice,
  getTokenHistoryPriceDict,
  getTokenList: aliasOf<"getTokenList", "getTokenListByIds">(getTokenListByIds),
  getTokenListByIds,
  getTokenListByUuids,
  getTokenTopHolders,
  getUserAllComplexProtocolList,
  getUserAllHistoryList,
  getUserAllNftList,
  getUserAllSimpleProtocolList,
  getUserAllTokenList,
  getUserCacheTokenList: aliasOf<"getUserCacheTokenList", "getUserAllTokenList">(getUserAllTokenList),
  getUserChainBalance,
  getUserChainNetCurve,
  getUserComplexAppList,
  getUserComplexProtocolList,
  getUserEvents,
  getUserHistoryList,
  getUserHistoryProtocol,
  getUserHistoryTokenList,
  getUserLedger,
  getUserProfitList,
  getUserNftAuthList: aliasOf<"getUserNftAuthList", "getUserNftAuthorizedList">(getUserNftAuthorizedList),
  getUserNftAuthorizedList,
  getUserNftList,
  getUserProtocol,
  getUserProtocolList: aliasOf<"getUserProtocolList", "getUserAllSimpleProtocolList">(getUserAllSimpleProtocolList),
  getUserSimpleProtocolList,
  getUserToken,
  getUserTokenAuthList: aliasOf<"getUserTokenAuthList", "getUserTokenAuthorizedList">(getUserTokenAuthorizedList),
  getUserTokenAuthorizedList,
  getUserTokenList,
  getUserTokenSearch,
  getUserTotalBalance,
  getUserTotalNetCurve,
  getUserUsedChainList,
  getUserCodeList,
  getV2UserTokenAuthorizedList: aliasOf<"getV2UserTokenAuthorizedList", "getUserTokenAuthorizedList">(
    getUserTokenAuthorizedList,
  ),
  getWalletEns,
  getWalletGasMarket,
  patchAccountSubscriptionsSubscriptionId,
  postAccountSubscriptions,
  postAccountSubscriptionsSubscriptionIdRedelivery,
  postAccountSubscriptionsSubscriptionIdSecret,
  postOfficialGroupSend,
  postOfficialGroupSendUnversioned: postOfficialGroupSend,
  postOfficialMessageSend,
  postOfficialMessageSendUnversioned: postOfficialMessageSend,
  postUserSpecificTokenList,
  postV2UserTotalBalance,
  postV2WalletGasMarket,
  postWalletExplainTx,
  postWalletPreExecTx,
} satisfies Handlers<Deps>;

/** Operations that respond with 501. */
export const unbuiltOperations = Object.entries(operations).flatMap(([id, handler]) =>
  handler === notBuilt ? [id as ApiOperationId] : [],
);

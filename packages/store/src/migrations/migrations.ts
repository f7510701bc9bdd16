import type { Migration } from "kysely/migration";
import * as chains from "./0001_chains.ts";
import * as owners from "./0002_owners.ts";
import * as accessKeys from "./0003_access_keys.ts";
import * as legByBlock from "./0004_leg_by_block.ts";
import * as blocks from "./0005_blocks.ts";
import * as nfts from "./0006_nfts.ts";
import * as approvals from "./0007_approvals.ts";
import * as tokenFacts from "./0008_token_facts.ts";
import * as processes from "./0009_processes.ts";
import * as prices from "./0010_prices.ts";
import * as positions from "./0011_positions.ts";
import * as history from "./0012_history.ts";
import * as connect from "./0013_connect.ts";
import * as loginLimits from "./0014_login_limits.ts";
import * as accounts from "./0015_accounts.ts";
import * as messages from "./0016_messages.ts";
import * as dashboard from "./0017_dashboard.ts";
import * as operating from "./0018_operating.ts";
import * as deployment from "./0019_deployment.ts";
import * as subjects from "./0020_subjects.ts";
import * as blockTimes from "./0021_block_times.ts";
import * as doubledWraps from "./0022_doubled_wraps.ts";
import * as rpcRates from "./0023_rpc_rates.ts";
import * as tokenTwins from "./0024_token_twins.ts";
import * as sideReads from "./0025_side_reads.ts";
import * as residuals from "./0026_residuals.ts";
import * as ledger from "./0027_ledger.ts";
import * as contractLinks from "./0028_contract_links.ts";
import * as sideRepairs from "./0029_side_repairs.ts";
import * as identified from "./0030_identified.ts";
import * as laterChecks from "./0031_later_checks.ts";
import * as endpointLimits from "./0032_endpoint_limits.ts";
import * as followedOwners from "./0034_followed_owners.ts";
import * as ownerHistories from "./0035_owner_histories.ts";
import * as holderScans from "./0036_holder_scans.ts";
import * as scanStages from "./0037_scan_stages.ts";
import * as historyChecks from "./0038_history_checks.ts";
import * as priceBackfills from "./0039_price_backfills.ts";
import * as retention from "./0040_retention.ts";
import * as partitions from "./0041_partitions.ts";
import * as keyProfiles from "./0042_key_profiles.ts";
import * as events from "./0043_events.ts";
import * as poolReceipts from "./0044_pool_receipts.ts";
import * as requests from "./0045_requests.ts";
import * as alerts from "./0046_alerts.ts";
import * as phoneSignIns from "./0047_phone_sign_ins.ts";
import * as unitRequests from "./0048_unit_requests.ts";
import * as exchangeRates from "./0049_exchange_rates.ts";
import * as delegations from "./0050_delegations.ts";
import * as saleTimes from "./0051_sale_times.ts";
import * as collectionImages from "./0052_collection_images.ts";
import * as explorerAccounts from "./0053_explorer_accounts.ts";
import * as teams from "./0055_teams.ts";

/** In order; forward only. Never change a released one: add another. */
export const migrations: Record<string, Migration> = {
  "0001_chains": chains,
  "0002_owners": owners,
  "0003_access_keys": accessKeys,
  "0004_leg_by_block": legByBlock,
  "0005_blocks": blocks,
  "0006_nfts": nfts,
  "0007_approvals": approvals,
  "0008_token_facts": tokenFacts,
  "0009_processes": processes,
  "0010_prices": prices,
  "0011_positions": positions,
  "0012_history": history,
  "0013_connect": connect,
  "0014_login_limits": loginLimits,
  "0015_accounts": accounts,
  "0016_messages": messages,
  "0017_dashboard": dashboard,
  "0018_operating": operating,
  "0019_deployment": deployment,
  "0020_subjects": subjects,
  "0021_block_times": blockTimes,
  "0022_doubled_wraps": doubledWraps,
  "0023_rpc_rates": rpcRates,
  "0024_token_twins": tokenTwins,
  "0025_side_reads": sideReads,
  "0026_residuals": residuals,
  "0027_ledger": ledger,
  "0028_contract_links": contractLinks,
  "0029_side_repairs": sideRepairs,
  "0030_identified": identified,
  "0031_later_checks": laterChecks,
  "0032_endpoint_limits": endpointLimits,
  "0034_followed_owners": followedOwners,
  "0035_owner_histories": ownerHistories,
  "0036_holder_scans": holderScans,
  "0037_scan_stages": scanStages,
  "0038_history_checks": historyChecks,
  "0039_price_backfills": priceBackfills,
  "0040_retention": retention,
  "0041_partitions": partitions,
  "0042_key_profiles": keyProfiles,
  "0043_events": events,
  "0044_pool_receipts": poolReceipts,
  "0045_requests": requests,
  "0046_alerts": alerts,
  "0047_phone_sign_ins": phoneSignIns,
  "0048_unit_requests": unitRequests,
  "0049_exchange_rates": exchangeRates,
  "0050_delegations": delegations,
  "0051_sale_times": saleTimes,
  "0052_collection_images": collectionImages,
  "0053_explorer_accounts": explorerAccounts,
  "0055_teams": teams,
};

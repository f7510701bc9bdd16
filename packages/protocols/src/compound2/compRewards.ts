import { parseAbiItem } from "viem";
import { createOwnRewards } from "../families/compoundV2Rewards.ts";

/** @see https://docs.compound.finance/v2/comptroller/#comp-distribution-speeds */
export const compRewards = createOwnRewards({
  token: parseAbiItem("function getCompAddress() view returns (address)"),
  accrued: parseAbiItem("function compAccrued(address owner) view returns (uint256)"),
  supplyState: parseAbiItem("function compSupplyState(address market) view returns (uint224 index, uint32 block)"),
  borrowState: parseAbiItem("function compBorrowState(address market) view returns (uint224 index, uint32 block)"),
  supplySpeed: parseAbiItem("function compSupplySpeeds(address market) view returns (uint256)"),
  borrowSpeed: parseAbiItem("function compBorrowSpeeds(address market) view returns (uint256)"),
  supplierIndex: parseAbiItem("function compSupplierIndex(address market, address owner) view returns (uint256)"),
  borrowerIndex: parseAbiItem("function compBorrowerIndex(address market, address owner) view returns (uint256)"),
  events: [
    {
      event: parseAbiItem(
        "event DistributedSupplierComp(address indexed cToken, address indexed supplier, uint256 compDelta, uint256 compSupplyIndex)",
      ),
      owner: "supplier",
    },
    {
      event: parseAbiItem(
        "event DistributedBorrowerComp(address indexed cToken, address indexed borrower, uint256 compDelta, uint256 compBorrowIndex)",
      ),
      owner: "borrower",
    },
  ],
});

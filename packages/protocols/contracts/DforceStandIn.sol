// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ComptrollerStandIn, MarketStandIn} from "./ComptrollerStandIn.sol";

/// Stands for dForce's controller, which is its own distributor of rewards: the arithmetic of ComptrollerStandIn.sol behind
/// dForce's names.
contract DforceStandIn is ComptrollerStandIn {
    event BorrowedAdded(address iToken, address account);

    mapping(address => address[]) private borrowed;

    constructor(address rewardToken_, uint256 speed_) ComptrollerStandIn(rewardToken_, speed_) {}

    function getAlliTokens() external view returns (address[] memory) {
        return listed;
    }

    function hasiToken(address token) external view returns (bool) {
        return isListed[token];
    }

    function getEnteredMarkets(address owner) external view returns (address[] memory) {
        return entered[owner];
    }

    function getBorrowedAssets(address owner) external view returns (address[] memory) {
        return borrowed[owner];
    }

    /// Before a market lends: an asset is listed with its first loan.
    function addBorrowed(address owner) external {
        if (MarketStandIn(payable(msg.sender)).borrowBalanceStored(owner) > 0) return;
        borrowed[owner].push(msg.sender);
        emit BorrowedAdded(msg.sender, owner);
    }

    /// By stored balances.
    function calcAccountEquity(address owner) external view returns (uint256, uint256, uint256, uint256) {
        uint256 collateral;
        uint256 debt;
        for (uint256 at = 0; at < entered[owner].length; at++) {
            MarketStandIn market = MarketStandIn(payable(entered[owner][at]));
            uint256 held = (market.exchangeRateStored() * market.balanceOf(owner)) / 1e18;
            collateral += (held * getUnderlyingPrice[address(market)] * factorOf[address(market)]) / 1e18;
        }
        for (uint256 at = 0; at < borrowed[owner].length; at++) {
            MarketStandIn market = MarketStandIn(payable(borrowed[owner][at]));
            debt += market.borrowBalanceStored(owner) * getUnderlyingPrice[address(market)];
        }
        return
            collateral >= debt
                ? (collateral - debt, uint256(0), collateral, debt)
                : (uint256(0), debt - collateral, collateral, debt);
    }

    function rewardDistributor() external view returns (address) {
        return address(this);
    }

    function rewardToken() external view returns (address) {
        return getCompAddress;
    }

    function claimReward(address[] calldata owners, address[] calldata tokens) external {
        for (uint256 at = 0; at < owners.length; at++) this.claimComp(owners[at], tokens);
    }
}

contract DforceTokenStandIn is MarketStandIn {
    constructor(DforceStandIn controller_, address asset_) MarketStandIn(controller_, asset_) {}

    function controller() external view returns (address) {
        return address(comptroller);
    }

    function borrow(uint256 amount) public override {
        DforceStandIn(address(comptroller)).addBorrowed(msg.sender);
        super.borrow(amount);
    }
}

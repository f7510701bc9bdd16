// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for the pools of 2020, whose views take signed numbers.
contract CurveFirstPoolStandIn is CurvePoolStandIn {
    constructor(address[] memory coins_) CurvePoolStandIn(coins_, true) {}

    function coins(uint256) external pure override returns (address) {
        revert();
    }

    function balances(uint256) external pure override returns (uint256) {
        revert();
    }

    function coins(int128 index) external view returns (address) {
        return coinAt(uint256(int256(index)));
    }

    function balances(int128 index) external view returns (uint256) {
        return heldAt(uint256(int256(index)));
    }
}

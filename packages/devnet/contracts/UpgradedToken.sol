// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {UpgradeableToken} from "./UpgradeableToken.sol";

/// The second implementation: another name, other decimals, and a thousand for one, without a Transfer.
contract UpgradedToken is UpgradeableToken {
    function name() external pure override returns (string memory) {
        return "After The Upgrade";
    }

    function symbol() external pure override returns (string memory) {
        return "NEW";
    }

    function decimals() external pure override returns (uint8) {
        return 6;
    }

    function worth() internal pure override returns (uint256) {
        return 1000;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Says of everybody what a pool of Aave's says of who owes 1,300 against 1,400.
contract OwingPool {
    function getUserAccountData(address) external pure returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (1400, 1300, 0, 9500, 9300, 1.02e18);
    }
}

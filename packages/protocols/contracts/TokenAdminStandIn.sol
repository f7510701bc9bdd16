// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Mintable {
    function mint(address to, uint256 amount) external;
}

/// Stands for Balancer's token admin at a constant rate, and for the proxy of vote boosts, which gauges also read.
contract TokenAdminStandIn {
    address public immutable getBalancerToken;
    address public immutable getVault;
    uint256 public constant rate = 1e16;

    constructor(address token) {
        getBalancerToken = token;
        getVault = address(this);
    }

    function future_epoch_time_write() external pure returns (uint256) {
        return type(uint128).max;
    }

    function adjusted_balance_of(address) external pure returns (uint256) {
        return 0;
    }

    function mint(address to, uint256 amount) external {
        Mintable(getBalancerToken).mint(to, amount);
    }
}

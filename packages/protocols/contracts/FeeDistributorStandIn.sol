// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Stands for Curve's distributor of fees to locks: what is owed is set.
contract FeeDistributorStandIn {
    address public immutable token;
    mapping(address => uint256) private owed;

    constructor(address token_) {
        token = token_;
    }

    function owe(address user, uint256 amount) external {
        owed[user] = amount;
    }

    function claim(address user) external returns (uint256 amount) {
        amount = owed[user];
        owed[user] = 0;
        if (amount > 0) Token(token).transfer(user, amount);
    }
}

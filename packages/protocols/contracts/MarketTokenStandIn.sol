// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Stands for GMX V2's MarketToken and GlvToken: a share that names its data store.
contract MarketTokenStandIn {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable dataStore;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address dataStore_) {
        dataStore = dataStore_;
    }

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for the factory of KyberSwap Classic, which has several pools of two tokens.
contract ClassicFactoryStandIn {
    mapping(address => mapping(address => mapping(address => bool))) public isPool;

    function add(address token0, address token1, address pool) external {
        isPool[token0][token1][pool] = true;
    }
}

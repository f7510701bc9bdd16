// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for a vault of Gamma or ICHI, a pool of DODO V2, or one of Balancer V1: shares of what it holds of two tokens.
/// Left out are liquidity elsewhere, exchanges and fees.
contract ManagedVaultStandIn is CurveTokenStandIn {
    address public immutable ichiVaultFactory;
    address public immutable token0;
    address public immutable token1;
    address public immutable _BASE_TOKEN_;
    address public immutable _QUOTE_TOKEN_;

    constructor(address factory, address token0_, address token1_) {
        ichiVaultFactory = factory;
        (token0, token1) = (token0_, token1_);
        (_BASE_TOKEN_, _QUOTE_TOKEN_) = (token0_, token1_);
    }

    function getTotalAmounts() external view returns (uint256, uint256) {
        return (getBalance(token0), getBalance(token1));
    }

    function getFinalTokens() external view returns (address[] memory tokens) {
        tokens = new address[](2);
        (tokens[0], tokens[1]) = (token0, token1);
    }

    function getBalance(address token) public view returns (uint256) {
        return CurveTokenStandIn(token).balanceOf(address(this));
    }

    function deposit(uint256 amount0, uint256 amount1, uint256 shares, address to) external {
        Token(token0).transferFrom(msg.sender, address(this), amount0);
        Token(token1).transferFrom(msg.sender, address(this), amount1);
        _mint(to, shares);
    }

    function withdraw(uint256 shares, address from) external returns (uint256 amount0, uint256 amount1) {
        amount0 = (getBalance(token0) * shares) / totalSupply;
        amount1 = (getBalance(token1) * shares) / totalSupply;
        _burn(from, shares);
        Token(token0).transfer(from, amount0);
        Token(token1).transfer(from, amount1);
    }
}

/// Stands for Gamma's registry, and for the factories of ICHI, DODO and Balancer V1.
contract VaultListStandIn {
    address[] public allVaults;
    mapping(address => uint256) public registryMap;
    mapping(address => bool) public isBPool;
    address public immutable owner = msg.sender;
    address public immutable _OWNER_ = msg.sender;

    function counter() external view returns (uint256) {
        return allVaults.length;
    }

    function add(address vault) external {
        allVaults.push(vault);
        registryMap[vault] = allVaults.length;
        isBPool[vault] = true;
    }

    function getDODOPool(address, address) external view returns (address[] memory) {
        return allVaults;
    }
}

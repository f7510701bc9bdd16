// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for a vault of Gamma or ICHI: shares of what it holds of two tokens. Left out is the liquidity that it manages.
contract ManagedVaultStandIn is CurveTokenStandIn {
    address public immutable ichiVaultFactory;
    address public immutable token0;
    address public immutable token1;
    uint256 private total0;
    uint256 private total1;

    constructor(address factory, address token0_, address token1_) {
        ichiVaultFactory = factory;
        (token0, token1) = (token0_, token1_);
    }

    function getTotalAmounts() external view returns (uint256, uint256) {
        return (total0, total1);
    }

    function deposit(uint256 amount0, uint256 amount1, uint256 shares, address to) external {
        Token(token0).transferFrom(msg.sender, address(this), amount0);
        Token(token1).transferFrom(msg.sender, address(this), amount1);
        total0 += amount0;
        total1 += amount1;
        _mint(to, shares);
    }

    function withdraw(uint256 shares, address from) external returns (uint256 amount0, uint256 amount1) {
        (amount0, amount1) = ((total0 * shares) / totalSupply, (total1 * shares) / totalSupply);
        _burn(from, shares);
        total0 -= amount0;
        total1 -= amount1;
        Token(token0).transfer(from, amount0);
        Token(token1).transfer(from, amount1);
    }
}

/// Stands for Gamma's registry and ICHI's factory.
contract VaultListStandIn {
    address[] public allVaults;
    mapping(address => uint256) public registryMap;

    function add(address vault) external {
        allVaults.push(vault);
        registryMap[vault] = allVaults.length;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Names a factory, a vault or a minter, and a pool's number, that don't name it, with shares for everybody.
contract LyingPool {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable factory;
    address public immutable getVault;
    address public immutable minter;
    bytes32 public immutable getPoolId;
    address public immutable token0;
    address public immutable token1;
    uint256 public constant totalSupply = 1;

    constructor(address named, bytes32 poolId, address token0_, address token1_, address holder) {
        (factory, getVault, minter, getPoolId) = (named, named, named, poolId);
        (token0, token1) = (token0_, token1_);
        emit Transfer(address(0), holder, 1);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function getReserves() external pure returns (uint256, uint256) {
        return (1e30, 1e30);
    }
}

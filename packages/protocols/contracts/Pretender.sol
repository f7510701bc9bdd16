// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers as a pair with its factory, a lending market with its comptroller and pool, and a MasterChef, all of which hold millions for everybody.
contract Pretender {
    uint256 private constant MILLIONS = 1e30;

    address public immutable token0;
    address public immutable token1;
    string public name = unicode"Uniswap V2\u202e<b>";

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address first, address second) {
        token0 = first;
        token1 = second;
    }

    /// Names an owner in the events that lead to a position.
    function entice(address owner) external {
        emit Deposit(owner, 0, MILLIONS);
        emit Transfer(address(0), owner, MILLIONS);
    }

    function enticeInto(address owner, uint256 pid) external {
        emit Deposit(owner, pid, MILLIONS);
    }

    function balanceOf(address) external pure returns (uint256) {
        return MILLIONS;
    }

    function totalSupply() external pure returns (uint256) {
        return 1;
    }

    function factory() external view returns (address) {
        return address(this);
    }

    function getPair(address, address) external view returns (address) {
        return address(this);
    }

    function getReserves() external pure returns (uint112, uint112, uint32) {
        return (type(uint112).max, type(uint112).max, 0);
    }

    function comptroller() external view returns (address) {
        return address(this);
    }

    function underlying() external view returns (address) {
        return token0;
    }

    function markets(address) external pure returns (bool) {
        return true;
    }

    function getCash() external pure returns (uint256) {
        return MILLIONS;
    }

    function exchangeRateStored() external pure returns (uint256) {
        return MILLIONS;
    }

    function poolLength() external pure returns (uint256) {
        return 1;
    }

    function poolInfo(uint256) external view returns (address) {
        return token0;
    }

    function userInfo(uint256, address) external pure returns (uint256) {
        return MILLIONS;
    }
}

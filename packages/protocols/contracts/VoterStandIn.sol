// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for the voter of Velodrome V2, its minter and its distributor: it lists gauges, and what locks are owed is set.
contract VoterStandIn {
    address public immutable ve;
    mapping(address => address) public gauges;
    mapping(uint256 => uint256) public claimable;

    constructor(address ve_) {
        ve = ve_;
    }

    function list(address pool, address gauge) external {
        gauges[pool] = gauge;
    }

    function owe(uint256 tokenId, uint256 amount) external {
        claimable[tokenId] = amount;
    }

    function isAlive(address) external pure returns (bool) {
        return true;
    }

    function minter() external view returns (address) {
        return address(this);
    }

    function rewardsDistributor() external view returns (address) {
        return address(this);
    }
}
